import type { Dialect } from '../../core/engine'
import { besidePlan } from '../../core/paste/beside-plan'
import { dialectOfFormat, planFormatOf } from '../../core/paste/plan-shapes'
import { recognize } from '../../core/paste/recognize'
import { diffTexts } from '../../core/plan/diff/diff-texts'
import { parsePlans } from '../../core/plan/parse'
import type { AnyEditContext } from '../../core/sql/edits/model'
import { selectForm } from '../../core/sql/edits/select-form'
import { parseTrace } from '../../core/trace/pasted'
import { formatSql } from '../format-sql'
import { postgresGrammar, postgresMeaning, readStatements } from '../read-statements'
import type { Area } from './area'

/** What needs no connection: pasted plans, traces, statements, anything. */
export function textMethods(): Area<'plan'> & Area<'trace'> & Area<'paste'> & Area<'sql'> {
  return {
    'plan.parse': async ({ text, dialect, sql, schema }) => {
      const beside = besidePlan(text, dialect)
      const statement = sql ?? beside.sql
      const named = dialect ?? beside.dialect ?? planDialect(text)
      const [read] = statement === undefined ? [] : (await readStatements(statement, named)).statements
      const meaning = statement !== undefined && named === 'postgres' ? await postgresMeaning(statement) : undefined
      return parsePlans(text, { sql: statement }, schema ?? beside.schema, read, meaning)
    },
    'plan.diff': async ({ a, b }) => diffTexts(a, b, {}),
    'trace.parse': async ({ text }) => parseTrace(text),
    'paste.recognize': async ({ text, dialect }) => recognize(text, dialect),
    'sql.read': ({ text, dialect }) => readStatements(text, dialect),
    'sql.selectForm': async ({ text, dialect }) => {
      const context = await editContext(dialect)
      if (context === undefined) return { notes: ['PostgreSQL’s grammar cannot be loaded here.'] }
      const outcome = selectForm(text, context)
      return outcome.done ? { sql: outcome.sql, notes: outcome.notes } : { notes: [outcome.fault.message] }
    },
    'sql.format': async ({ text, dialect }) => ({ text: formatSql(text, dialect) }),
  }
}

/** Undefined where the grammar that edits of PostgreSQL's statements need cannot be loaded. */
async function editContext(dialect: Dialect): Promise<AnyEditContext | undefined> {
  if (dialect !== 'postgres') return { dialect }
  const grammar = await postgresGrammar()
  return grammar && { dialect, grammar }
}

/** Of the server that printed the plan. */
function planDialect(text: string): Dialect | undefined {
  const format = planFormatOf(text)
  return format && dialectOfFormat(format)
}
