import { firstIn, isArray, isObject, keyOf, memberOf, memberSpanOf, nextIn, spanOf } from '../json/cursor'
import type { JsonAt, JsonTape } from '../json/tape'
import { textIn, type Writable } from './draft'
import type { TraceStep } from './model'
import { tracedName } from './table-name'
import { selectIdOf } from './transformations'

interface Open {
  readonly at: JsonAt
  readonly into: TraceStep[]
}

/**
 * The trace as a tree of steps: every member that holds an object or array is a step of its own, an element of an array
 * one that is called by its table, strategy or index. Lists of `steps` and bare objects are looked through.
 */
export function stepsOf(tape: JsonTape): TraceStep {
  const children: TraceStep[] = []
  const root: TraceStep = { name: 'trace', span: spanOf(tape, 0), children }
  const open: Open[] = [{ at: 0, into: children }]
  // Depth first, but the order inside `into` is that of the text: each container is gone through whole at once.
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { at, into } = next
    for (let member = firstIn(tape, at); member !== -1; member = nextIn(tape, at, member)) {
      if (!isObject(tape, member) && !isArray(tape, member)) continue
      const name = keyOf(tape, member) === '' ? elementName(tape, member) : keyOf(tape, member)
      if (name === 'steps' || name === '') {
        lookThrough(tape, member, into, open)
        continue
      }
      into.push(step(tape, member, name, open))
    }
  }
  return root
}

/** Bare objects inside `steps` hold one named member each; taken in place, so that their order stays. */
function lookThrough(tape: JsonTape, container: JsonAt, into: TraceStep[], open: Open[]): void {
  // Where to go on in each container that is looked through, outermost first: a text may nest as it likes.
  const inside: { readonly container: JsonAt; member: JsonAt }[] = [{ container, member: firstIn(tape, container) }]
  for (let at = inside.at(-1); at !== undefined; at = inside.at(-1)) {
    const { member } = at
    if (member === -1) {
      inside.pop()
      continue
    }
    at.member = nextIn(tape, at.container, member)
    if (!isObject(tape, member) && !isArray(tape, member)) continue
    const name = keyOf(tape, member)
    const called = name === '' ? elementName(tape, member) : name === 'steps' ? '' : name
    if (called !== '') into.push(step(tape, member, called, open))
    else inside.push({ container: member, member: firstIn(tape, member) })
  }
}

function step(tape: JsonTape, at: JsonAt, name: string, open: Open[]): TraceStep {
  const children: TraceStep[] = []
  open.push({ at, into: children })
  const object = isObject(tape, at)
  const selectId = object ? selectIdOf(tape, at) : undefined
  const table = object ? textIn(tape, at, 'table') : undefined
  const made: Writable<TraceStep> = { name, span: memberSpanOf(tape, at), children }
  if (selectId !== undefined) made.selectId = selectId
  if (table !== undefined) made.table = tracedName(table).shown
  return made
}

/** What an element of a list is called by. */
function elementName(tape: JsonTape, at: JsonAt): string {
  if (!isObject(tape, at)) return ''
  const transformation = textIn(tape, at, 'transformation')
  if (transformation !== undefined) return transformation
  const table = textIn(tape, at, 'table')
  if (table !== undefined && memberOf(tape, at, 'plan_prefix') !== -1) return `join ${tracedName(table).shown}`
  if (table !== undefined) return tracedName(table).shown
  return (
    textIn(tape, at, 'strategy') ??
    [textIn(tape, at, 'access_type') ?? textIn(tape, at, 'type'), textIn(tape, at, 'index')].filter(Boolean).join(' ')
  )
}
