import { atLeast } from '../../engine'
import { type Editable, editing, insertion, type Plan, refuse } from './editable'
import { findBlock, verbAt } from './find-select'
import type { AnyEditContext, EditContext, EditOutcome, SqlEdit } from './model'
import { hintRightAfter } from './optimizer-hints'
import { postgresSettings } from './postgres/settings'
import { quoteText, sameName } from './quote'

/** `{ name: 'sort_buffer_size', value: '4M' }`, `{ name: 'optimizer_switch', value: 'mrr=on' }` */
export interface SessionSetting {
  readonly name: string
  readonly value: string
}

/**
 * Session variables for this statement alone: MariaDB's SET STATEMENT … FOR around it, MySQL's SET_VAR hints in it
 * (8.0.3 and later). A variable that is set already gets the new value.
 */
export function setForStatement(
  sql: string,
  context: AnyEditContext,
  settings: readonly SessionSetting[],
): EditOutcome {
  if (context.dialect === 'postgres') return postgresSettings(sql, context, settings)
  return editing(sql, context, (statement) => {
    for (const { name } of settings) {
      if (!/^[a-z_][\w.]*$/i.test(name)) throw refuse(`This is not the name of a variable: ${name}`)
    }
    if (statement.tree.statement.type === 'other') throw refuse('Only SELECT, INSERT, UPDATE and DELETE take settings.')
    if (settings.length === 0) return { edits: [] }
    return context.dialect === 'mariadb' ? setStatement(statement, settings) : setVar(statement, settings)
  })
}

function setStatement(statement: Editable, settings: readonly SessionSetting[]): Plan {
  const { tree, context } = statement
  const written = settings.map((setting) => ({
    ...setting,
    text: `${setting.name} = ${valueText(setting.value, context)}`,
  }))
  const outer = tree.statement
  if (outer.type !== 'set-statement') {
    const text = written.map((setting) => setting.text).join(', ')
    return { edits: [insertion(outer.span.start, `SET STATEMENT ${text} FOR `)] }
  }
  const edits: SqlEdit[] = []
  const added: string[] = []
  for (const setting of written) {
    const known = outer.assignments.find(
      ({ column }) => column.type === 'column' && sameName(column.name, setting.name),
    )
    if (known === undefined) added.push(setting.text)
    else edits.push({ span: known.span, text: setting.text })
  }
  const last = outer.assignments[outer.assignments.length - 1]
  if (last !== undefined && added.length > 0) edits.push(insertion(last.span.end, `, ${added.join(', ')}`))
  return { edits }
}

function setVar(statement: Editable, settings: readonly SessionSetting[]): Plan {
  const { context } = statement
  if (context.version !== undefined && !atLeast(context.version, 8, 0, 3)) {
    throw refuse('MySQL before 8.0.3 has no settings for one statement.', { hint: 'Set them for the session.' })
  }
  const block = findBlock(statement, undefined)
  const read = hintRightAfter(statement, block)
  const text = settings.map(({ name, value }) => `SET_VAR(${name} = ${hintValue(name, value, context)})`).join(' ')
  const notes = ['A variable that SET_VAR cannot set stays as it is, with a warning only.']
  if (read === undefined)
    return { edits: [insertion(statement.tree.code.end(verbAt(block)), ` /*+ ${text} */`)], notes }
  const rest = withoutSettings(read.text, settings)
  return { edits: [{ span: read.span, text: `/*+ ${rest === '' ? text : `${text} ${rest}`} */` }], notes }
}

const setVarHint = /\bSET_VAR\s*\(\s*([\w.]+)\s*=\s*(?:'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.|"")*"|[^)'"]*)\)\s*/gi

/** The hints without SET_VAR for these variables: the server keeps the first of two, and warns. */
function withoutSettings(hints: string, settings: readonly SessionSetting[]): string {
  return hints
    .replace(setVarHint, (whole, name: string) => (settings.some((one) => sameName(one.name, name)) ? '' : whole))
    .trim()
}

function hintValue(name: string, value: string, context: EditContext): string {
  if (/^default$/i.test(value)) throw refuse(`SET_VAR cannot set ${name} to its default; give the value.`)
  return valueText(value, context)
}

const units: Readonly<Record<string, number>> = { K: 1024, M: 1024 ** 2, G: 1024 ** 3 }

/** Numbers as they are (`4M` counted out), words that are values bare, all else quoted. */
function valueText(value: string, context: EditContext): string {
  const sized = /^(\d+)([KMG])$/i.exec(value)
  const unit = units[(sized?.[2] ?? '').toUpperCase()]
  if (sized !== null && unit !== undefined) return String(Number(sized[1]) * unit)
  if (/^-?\d+(\.\d+)?$/.test(value) || /^(on|off|default|true|false)$/i.test(value)) return value
  return quoteText(value, context.modes)
}
