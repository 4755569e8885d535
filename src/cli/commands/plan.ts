import { fault } from '../../core/errors'
import { readText } from '../input'
import type { AddCommand } from '../program'
import { withService, write } from '../run-context'
import { planText } from '../text/plan'
import { planDiffText } from '../text/plan-diff'
import { dialectOption, schemaOption, textAction, textOptions } from '../text-command'

/** `sargable plan parse [FILE]`: pasted EXPLAIN output as plans. `sargable plan diff A B`: what two plans differ in. */
export const planCommand: AddCommand = (root, surroundings) => {
  const plan = root.command('plan').description('plans as texts')
  textOptions(plan.command('parse').argument('[file]', 'EXPLAIN output; standard input without it or for -'))
    .description('recognizes and reads EXPLAIN output')
    .addOption(dialectOption())
    .addOption(schemaOption())
    .action(
      textAction(
        surroundings,
        (call, line) =>
          call('plan.parse', {
            text: line.text,
            ...(line.dialect && { dialect: line.dialect }),
            ...(line.sql !== undefined && { sql: line.sql }),
            ...(line.schema !== undefined && { schema: line.schema }),
          }),
        planText,
      ),
    )
  plan
    .command('diff')
    .argument('<a>', 'the plan before: EXPLAIN output or a document of --json; - for standard input')
    .argument('<b>', 'the plan after')
    .description('what two plans differ in, whatever their formats')
    .option('--json', 'print the document')
    .action(async (fileA: string, fileB: string, options: { json?: boolean }) => {
      if (fileA === '-' && fileB === '-')
        throw fault('bad-request', 'Only one of the two plans can come from standard input.')
      const a = await readText(fileA)
      const b = await readText(fileB)
      await withService(surroundings.appFolder, surroundings.version, 'none', async (call) => {
        const document = await call('plan.diff', { a, b })
        await write(options.json ? `${JSON.stringify(document, null, 2)}\n` : planDiffText(document, a, b))
      })
    })
}
