import { documents, jsonSchemaOf } from '../../core/contract'
import { fault } from '../../core/errors'
import type { AddCommand } from '../program'
import { write } from '../run-context'

/** `sargable schema [KIND]`: the contract as JSON Schema; without a kind, all of them by name. */
export const schemaCommand: AddCommand = (root) => {
  root
    .command('schema')
    .argument('[kind]', 'kind of document')
    .description('the documents of --json as JSON Schema')
    .option('--json', 'accepted for symmetry; the answer is always JSON')
    .action(async (kind: string | undefined) => {
      if (kind !== undefined && !isKind(kind))
        throw fault('bad-request', `There is no kind "${kind}".`, {
          hint: `Kinds: ${Object.keys(documents).join(', ')}.`,
        })
      const schema =
        kind === undefined ? Object.fromEntries(kinds().map((name) => [name, jsonSchemaOf(name)])) : jsonSchemaOf(kind)
      await write(`${JSON.stringify(schema, null, 2)}\n`)
    })
}

function isKind(text: string): text is keyof typeof documents {
  return Object.hasOwn(documents, text)
}

function kinds(): (keyof typeof documents)[] {
  return Object.keys(documents).filter(isKind)
}
