import type { Finding } from '../../core/advisor/model'
import type { Fault } from '../../core/errors'
import { conditionRules, isAboutCondition } from '../../core/keyparts/condition-findings'
import type { KeyUse } from '../../core/keyparts/model'
import type { TextSpan } from '../../core/text-span'
import type { Result, Selection } from '../state/atoms'
import type { Ran } from '../state/buffers'

/** Something to draw in the editor's text; `look` decides how. */
export interface Mark {
  readonly span: TextSpan
  /** error: wavy red. reason: wavy red, why a key part is not used. lit: boxed, the linked selection. */
  readonly look: 'error' | 'reason' | 'lit' | 'note'
  /** On hover and under the text. */
  readonly text: string | undefined
  /** What the line does, before the text below: `lets no row pass`. */
  readonly head?: string | undefined
}

/**
 * Everything that the result says about places of the text in front, shifted to where the sent statement stands there.
 * Empty when the text was changed so that the statement is gone.
 */
export function marksOf(
  text: string,
  bufferId: string,
  ran: Ran | undefined,
  result: Result,
  selection: Selection,
): Mark[] {
  if (!ran || ran.bufferId !== bufferId) return []
  const start = whereIs(text, ran)
  if (start === undefined) return []
  const shift = (span: TextSpan): TextSpan => ({ start: span.start + start, end: span.end + start })
  const inside = (span: TextSpan) => span.end <= ran.text.length && span.start < span.end
  if (result.state === 'refused') {
    const span = placeOf(ran.text, result.fault)
    return span ? [{ span: shift(span), look: 'error', text: result.fault.hint ?? result.fault.message }] : []
  }
  if (result.state === 'plan') {
    const { plans, keyUse = [] } = result.document
    const notes = plans
      .flatMap((plan) => plan.notes)
      .filter((note) => inside(note.span))
      .map((note): Mark => ({ span: shift(note.span), look: 'note', text: note.message }))
    // The statement was pasted beside its plan.
    const sql = plans[selection.planIndex]?.source.sql
    const at = sql === undefined ? -1 : ran.text.indexOf(sql)
    const placed = ({ start: from, end }: TextSpan) => shift({ start: from + at, end: end + at })
    return at === -1 ? notes : [...notes, ...linked(keyUse, selection, placed)]
  }
  if (result.state !== 'analysis') return []
  const placed = (span: TextSpan) => (inside(span) ? shift(span) : undefined)
  const { keyUse, findings } = result.analysis
  return [...linked(keyUse, selection, placed), ...conditionMarks(findings, placed)]
}

/** Conditions that hold for no value, or that no index could serve, at each of their places. */
function conditionMarks(
  findings: readonly Finding[],
  placed: (span: TextSpan) => TextSpan | undefined,
): readonly Mark[] {
  return findings.filter(isAboutCondition).flatMap(({ rule, evidence, explanation }) => {
    const head = rule === conditionRules.impossible ? 'lets no row pass' : 'keeps indexes from being used'
    return evidence.flatMap(({ sqlSpan }): readonly Mark[] => {
      const span = sqlSpan && placed(sqlSpan)
      return span ? [{ span, look: 'reason', text: explanation, head }] : []
    })
  })
}

/** Reasons and the linked selection, at their places; `placed` says where a span of the statement stands in the text. */
function linked(
  keyUse: readonly KeyUse[],
  selection: Selection,
  placed: (span: TextSpan) => TextSpan | undefined,
): Mark[] {
  const marks = reasonsOf(keyUse, selection.planIndex).flatMap(({ span, text }): Mark[] => {
    const place = placed(span)
    return place ? [{ span: place, look: 'reason', text }] : []
  })
  const spans = selection.sqlSpans ?? (selection.sqlSpan ? [selection.sqlSpan] : [])
  const lit = spans.flatMap((span): Mark[] => {
    const place = placed(span)
    return place ? [{ span: place, look: 'lit', text: undefined }] : []
  })
  return [...marks, ...lit]
}

/** Where the sent statement stands in the text now; undefined when it was changed. */
export function whereIs(text: string, ran: Ran): number | undefined {
  if (text === ran.text) return 0 // the same string, which costs nothing even where it is long
  if (text.startsWith(ran.text, ran.start)) return ran.start
  const found = text.indexOf(ran.text)
  return found === -1 ? undefined : found
}

/**
 * One mark per place: why a part of a chosen index does not narrow the read. A condition that narrows another read (both
 * sides of a join) and what the engine appends to an index are no reason to underline anything.
 */
export function reasonsOf(keyUse: readonly KeyUse[], planIndex: number): { span: TextSpan; text: string }[] {
  const chosen = keyUse.filter((use) => use.chosen && use.planIndex === planIndex)
  const placeOfSpan = ({ start, end }: TextSpan) => `${start}-${end}`
  const narrowing = new Set(
    chosen
      .flatMap((use) => use.parts)
      .filter((part) => part.narrows === 'seek')
      .flatMap((part) => part.sqlSpans ?? [])
      .map(placeOfSpan),
  )
  const found = new Map<string, { span: TextSpan; text: string }>()
  for (const use of chosen) {
    for (const { reason, column, position, appended } of use.parts) {
      if (!reason?.sqlSpan || appended) continue
      const key = placeOfSpan(reason.sqlSpan)
      if (narrowing.has(key)) continue
      const name = column ?? `part ${position}`
      if (!found.has(key)) found.set(key, { span: reason.sqlSpan, text: `${use.index}, ${name}: ${reason.text}` })
    }
  }
  return [...found.values()]
}

/** The place of a fault in the statement: its span, else the word at its line and column, else its line. */
export function placeOf(text: string, fault: Fault): TextSpan | undefined {
  if (fault.span) return widened(text, fault.span)
  if (fault.line === undefined) return undefined
  const lines = text.split('\n')
  const line = lines[fault.line - 1]
  if (line === undefined) return undefined
  const lineStart = lines.slice(0, fault.line - 1).reduce((sum, each) => sum + each.length + 1, 0)
  if (fault.column !== undefined)
    return widened(text, { start: lineStart + fault.column - 1, end: lineStart + fault.column - 1 })
  const indent = line.length - line.trimStart().length
  return { start: lineStart + indent, end: lineStart + Math.max(line.trimEnd().length, indent + 1) }
}

/** An empty span becomes the word at its place, or the last word before the end, so that there is something to see. */
function widened(text: string, span: TextSpan): TextSpan {
  if (span.end > span.start) return { start: span.start, end: Math.min(span.end, text.length) }
  const at = Math.min(span.start, text.length)
  const next = /^(\s*)([\w$]+|\S)/.exec(text.slice(at))
  const [, blanks = '', word] = next ?? []
  if (word !== undefined) return { start: at + blanks.length, end: at + blanks.length + word.length }
  const before = /\S+\s*$/.exec(text.slice(0, at))
  return before ? { start: before.index, end: at } : { start: 0, end: text.length }
}
