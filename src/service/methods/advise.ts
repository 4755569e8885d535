import { adviseText } from '../../core/advisor/unplanned/advise-text'
import type { AdviceDocument } from '../../core/advisor/unplanned/model'
import { type ExplainFormat, explainFormatSchema } from '../../core/analysis/model'
import type { Dialect } from '../../core/engine'
import { fault } from '../../core/errors'
import type { PastePart } from '../../core/paste/model'
import { dialectOfFormat, planFormatOf } from '../../core/paste/plan-shapes'
import { recognize } from '../../core/paste/recognize'
import { readPlans } from '../../core/plan/read'
import { guessDialect } from '../../core/sql/guess-dialect'
import type { ServiceContext } from '../context'
import { projectSettingsIn } from '../project-settings'
import { postgresGrammar, postgresMeaning, readStatements } from '../read-statements'
import type { Area } from './area'

/** Advice without a connection. */
export function adviseMethods({ options }: ServiceContext): Area<'advise'> {
  return {
    'advise.text': async ({ text, dialect, adviceSettings, ...given }) => {
      const pieces = piecesOf(text, dialect, given)
      const settings = adviceSettings ?? (await projectSettingsIn(options.dataFolder))
      const named = dialect ?? pieces.dialect ?? 'mysql'
      const { statements } = await readStatements(pieces.sql, named)
      const [statement] = statements
      if (statement === undefined)
        throw fault('empty-statement', 'There is no statement to advise on.', {
          hint: 'Give it with --sql FILE, or on standard input.',
        })
      const sql = statement.text
      const [read] = (await readStatements(sql, named)).statements
      const notes: AdviceDocument['notes'] =
        statements.length === 1 ? [] : [{ message: `Only the first of ${statements.length} statements was looked at.` }]
      return adviseText({
        sql,
        dialect: named,
        schema: pieces.schema,
        plan: pieces.plan === undefined ? undefined : planOf(pieces.plan),
        statement: read,
        meaningOf: named === 'postgres' ? await postgresMeaning(sql) : undefined,
        grammar: named === 'postgres' ? await postgresGrammar() : undefined,
        adviceSettings: settings,
        notes,
      })
    },
  }
}

interface Pieces {
  readonly sql: string
  readonly schema?: string | undefined
  readonly plan?: string | undefined
  readonly dialect?: Dialect | undefined
}

/** What a pasted text holds, as far as it was not given apart. A text that holds nothing else is a statement. */
function piecesOf(text: string, dialect: Dialect | undefined, given: Partial<Pieces>): Pieces {
  const { parts } = recognize(text, dialect)
  const pieces = (kind: PastePart['kind']) => parts.filter((part) => part.kind === kind)
  const textOf = ({ span }: PastePart) => text.slice(span.start, span.end)
  const [plan] = pieces('plan')
  const [statement] = [...pieces('sql'), ...pieces('slow-log-entry')]
  const definitions = pieces('ddl').map(textOf).join(';\n')
  const schema = given.schema ?? (definitions === '' ? undefined : definitions)
  const planText = given.plan ?? (plan && textOf(plan))
  const format = planText === undefined ? undefined : planFormatOf(planText)
  const isOnlyText = plan === undefined && definitions === ''
  const sql = given.sql ?? (statement ? textOf(statement) : isOnlyText ? text : '')
  return {
    sql,
    schema,
    plan: planText,
    dialect: (format && dialectOfFormat(format)) ?? statement?.dialect ?? guessDialect(`${sql}\n${schema ?? ''}`),
  }
}

function planOf(text: string): { readonly text: string; readonly format: ExplainFormat; readonly measured: boolean } {
  const [plan] = readPlans(text, {})
  const format = explainFormatSchema.safeParse(plan?.source.format)
  if (!format.success) throw fault('unreadable-plan', 'There is no plan in this text.')
  return { text, format: format.data, measured: plan?.source.measured ?? false }
}
