import type { Advice } from '../../../src/core/advisor/model'
import type { ExperimentServer } from '../experiment/servers'

/** The statement that the tests of trying and proving look at: one of a thousand values of a column without an index. */
export const statement = "SELECT id FROM numbers WHERE word = 'w77'"

/** Advice as findings give it, for `numbers (id, word)`. */
export function addIndex(server: ExperimentServer, schema: string, column = 'word'): Advice {
  const name = `ix_numbers_${column}`
  return {
    ...base,
    kind: 'add-index',
    title: `Add an index on numbers (${column})`,
    index: { table: 'numbers', name, parts: [column] },
    variant: {
      sql: statement,
      session: [],
      ddl: [
        server.isPostgres
          ? {
              apply: `CREATE INDEX "${name}" ON "${schema}"."numbers" ("${column}")`,
              undo: `DROP INDEX "${schema}"."${name}"`,
            }
          : {
              apply: `ALTER TABLE \`${schema}\`.\`numbers\` ADD KEY \`${name}\` (\`${column}\`)`,
              undo: `ALTER TABLE \`${schema}\`.\`numbers\` DROP KEY \`${name}\``,
            },
      ],
    },
  }
}

/** Advice to drop an index of `numbers`. */
export function dropIndex(server: ExperimentServer, schema: string, name: string, column: string): Advice {
  const { variant, index, ...rest } = addIndex(server, schema, column)
  const swapped = variant.ddl.map(({ apply, undo }) => ({
    apply: undo.replace(`ix_numbers_${column}`, name),
    undo: apply.replace(`ix_numbers_${column}`, name),
  }))
  return {
    ...rest,
    kind: 'drop-index',
    title: `Drop ${name} of numbers`,
    ...(index && { index: { ...index, name } }),
    variant: { ...variant, ddl: swapped },
  }
}

/** Advice to write the statement otherwise. */
export function rewrite(sql: string): Advice {
  return { ...base, kind: 'rewrite', title: 'Write it otherwise', variant: { sql, session: [], ddl: [] } }
}

const base: Omit<Advice, 'kind' | 'title' | 'variant'> = {
  equivalence: 'same-set',
  preconditions: [],
  tradeOffs: ['One more index to keep.'],
  notWhen: ['Nobody asks so.'],
}
