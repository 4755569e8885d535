import type { ParseNote, TextSpan } from '../../text-span'
import { anotherPlan } from './another-plan'
import { addChild, draft, type NodeDraft, rootId, takeCondition } from './draft'
import { completeNode } from './postgres-node'
import { emptyFacts, type NodeFacts } from './postgres-node-keys'
import { GroupingKeys, groupingKeys, textConditions, textLines } from './postgres-text-keys'
import { labelWords, takeNames, wordsEnd } from './postgres-text-label'
import { type TextLine, textLineAt } from './postgres-text-lines'
import { NodeSink } from './postgres-text-sink'
import { planningKeys, StatementLines } from './postgres-text-statement'
import { missingInput, type OpenNode, relationshipOf, TextTree } from './postgres-text-tree'
import { listOf, openIn } from './postgres-text-values'
import { TextWorkers } from './postgres-text-workers'
import { RestShapes } from './rest-shapes'
import { HeldLine, LineWidths } from './wrapped-lines'

/** `12`, `0.05`, `1e+06`: as C prints them. */
const number = String.raw`(\d+(?:\.\d+)?(?:e[+-]?\d+)?)`
const costs = new RegExp(String.raw`^\(cost=${number}\.\.${number} rows=${number} width=(\d+)\)\s*`)
const actuals = new RegExp(String.raw`^\(actual (?:time=${number}\.\.${number} )?rows=${number} loops=${number}\)$`)
/** Lines in a row that are none of a plan, until reading stops. */
const maxStrangeLines = 1000
const numbersStart = /\((?:cost=|actual |never executed)/

/** Reads the lines of one text plan. Anything that is not understood becomes a note with its place. */
export class PostgresTextReader {
  readonly notes: ParseNote[] = []
  readonly statement = new StatementLines()
  root: NodeDraft | undefined
  measured = false
  readonly #text: string
  readonly #tree: TextTree
  readonly #rest = new RestShapes()
  readonly #nodes: { readonly node: NodeDraft; readonly type: string }[] = []
  readonly #grouping = new GroupingKeys()
  readonly #workers = new TextWorkers()
  #sink: NodeSink | undefined
  #parent: NodeFacts | undefined
  /** The line that was met last; the next ones may be the rest of it. */
  #held: HeldLine | undefined
  readonly #widths: LineWidths
  /** The first node has costs or times, so every node of a server has. */
  #numbered = false
  /** Keys that the node has had. */
  readonly #keys = new Set<string>()
  #filters = false
  #buffers = false
  #stopped = false
  #targets: string[] = []
  #rangeTable: { readonly start: number; end: number } | undefined

  /** Where the line that was read last ends. */
  #place = 0
  /** Lines met since the last one that was understood. */
  #strange = 0

  /** Where the last line ends. */
  readonly #end: number

  constructor(text: string) {
    this.#text = text
    this.#end = text.trimEnd().length
    this.#widths = new LineWidths(text)
    this.#tree = new TextTree(isFlat(text), mentions)
  }

  read(): void {
    const text = this.#text
    let next = 0
    for (let lineStart = text.charCodeAt(0) === 0xfeff ? 1 : 0; lineStart < text.length; lineStart = next) {
      const newline = text.indexOf('\n', lineStart)
      const lineEnd = newline === -1 ? text.length : newline
      next = lineEnd + 1
      if (this.#continuesRangeTable(lineStart, lineEnd)) continue
      const line = textLineAt(text, lineStart, lineEnd)
      if (line.kind === 'blank') continue
      if (this.#held?.continues(line)) {
        this.#held.add(line)
        continue
      }
      this.#flush()
      if (this.#stopped) break
      this.#held = new HeldLine(text, line, this.#widths)
    }
    this.#flush()
    this.#complete()
    this.#tree.close()
    this.#finish()
  }

  #flush(): void {
    const held = this.#held
    this.#held = undefined
    if (!held || this.#stopped) return
    const { line, end, value } = held
    this.#place = end
    switch (line.kind) {
      case 'root':
      case 'node':
        this.#node(line, value, end)
        return
      case 'heading':
        this.#complete()
        if (!this.#tree.heading(value, line.column)) this.#lost(line)
        break
      case 'worker':
        if (!this.#sink || !this.#workers.line(value, line.column)) this.#unknown(line, end)
        break
      case 'property':
        this.#strange = 0
        this.#property(line, value, end)
        break
      case 'statement':
        // Workers compile too.
        if (line.key === 'JIT' && this.#workers.at(line.column, false)) return
        this.#workers.end()
        if (!this.statement.line(line.key, value)) this.#unknown(line, end)
        return
      case 'trigger':
        if (!this.statement.trigger(value)) this.#unknown(line, end)
        return
      case 'target':
        if (this.#sink?.facts.type !== 'ModifyTable') {
          this.#node({ ...line, kind: 'root' }, value, end)
          return
        }
        this.#target(value)
        break
      case 'range-table':
        this.#rangeTable = { start: line.start, end }
        return
      case 'unknown-key':
        this.#note(`Unknown key "${line.key}"`, { start: line.start, end })
        this.#isStrange()
        break
      default:
        this.#unknown(line, end)
    }
    this.#tree.reaches(end)
  }

  #node(line: TextLine, text: string, end: number): void {
    this.#strange = 0
    this.#complete()
    const place =
      this.root && line.kind === 'root' ? undefined : this.#tree.placeAt(line.kind === 'root' ? -1 : line.column)
    if (place === 'lost') {
      this.#lost(line)
      return
    }
    if (!place || (!place.parent && this.root)) {
      this.#another(line)
      return
    }
    const start = line.value
    const node = draft('other', '', { start, end })
    const facts = emptyFacts(node, this.#rest)
    const sink = new NodeSink(facts)
    const split = numbersStart.exec(text)
    const label = (split ? text.slice(0, split.index) : text).trimEnd()
    const words = label.slice(0, wordsEnd(label))
    const known = labelWords(words)
    facts.type = known?.type ?? words
    if (!known) this.#note(`Unknown node type "${words}"`, { start, end: Math.min(end, start + words.length) })
    else {
      facts.operation = known.operation
      facts.backward = known.backward
      for (const [key, value] of known.rest) this.#rest.add(key, value)
    }
    if (this.#nodes.length === 0) this.#numbered = split !== null
    const named = takeNames(facts, label.slice(words.length))
    const numbered = split ? numbersInto(sink, text.slice(split.index)) : !this.#numbered || !known
    if (!named || !numbered) this.#note('This node is cut off or not written as a server writes it', { start, end })
    if (facts.actual.loops !== undefined) this.measured = true

    if (place.parent) {
      facts.relationship = relationshipOf(place.parent, place.subplan)
      if (place.subplan === undefined) place.parent.inputs++
      else this.#rest.add('Subplan Name', place.subplan)
      addChild(place.parent.facts.node, node)
    } else {
      node.id = rootId
      this.root = node
    }
    this.#parent = place.parent?.facts
    this.#sink = sink
    const open: OpenNode = { facts, column: line.kind === 'root' ? -1 : line.column, inputs: 0, start }
    this.#tree.push(open)
    this.#tree.reaches(end)
    this.#nodes.push({ node, type: facts.type })
    this.statement.section = undefined
  }

  #property(line: TextLine, value: string, end: number): void {
    const { key } = line
    const { section } = this.statement
    if (section !== undefined && (section === 'JIT' || planningKeys.has(key))) {
      if (!this.statement.inside(key, value)) this.#unknown(line, end)
      return
    }
    const sink = this.#sink
    if (!sink) {
      this.#unknown(line, end)
      return
    }
    const { facts } = sink
    const worker = this.#workers.at(line.column, this.#keys.has(key))
    if (worker) {
      const read = textLines.get(key)
      const understood = read ? read(key, value, worker) : this.#workers.jit(key, value)
      if (!understood) this.#unknown(line, end)
      return
    }
    this.#keys.add(key)
    const checkedAt = textConditions.get(key)
    if (checkedAt !== undefined) {
      takeCondition(facts.node, { text: value, checkedAt, span: { start: line.value, end } })
      if (key === 'Index Cond') facts.indexCondition = value
      if (key === 'Filter' || key === 'Join Filter') this.#filters = true
      if (value === '' || openIn(value) !== undefined) this.#note(`"${key}" is cut off`, { start: line.start, end })
      return
    }
    if (groupingKeys.has(key)) this.#grouping.add(key, value)
    else if (key === 'Sort Key' && facts.type === 'Aggregate') this.#grouping.sortKey(value)
    else if (!textLines.get(key)?.(key, value, sink)) this.#unknown(line, end)
    if (key === 'Buffers') this.#buffers = true
    // A list that was cut in the middle of an expression; checked at the end only, because it takes time.
    else if (end === this.#end && openIn(value) !== undefined) this.#unknown(line, end)
  }

  /** `Update on p0 parted_1` below an Update: one of its tables. */
  #target(value: string): void {
    const from = value.indexOf(' on ')
    const table = emptyFacts(draft('other', '', { start: 0, end: 0 }), new RestShapes())
    takeNames(table, value.slice(from))
    const members = [
      ['Relation Name', table.relation],
      ['Schema', table.schema],
      ['Alias', table.alias],
    ].flatMap(([key, name]) => (name === undefined ? [] : [`${JSON.stringify(key)}:${JSON.stringify(name)}`]))
    this.#targets.push(`{${members.join(',')}}`)
  }

  /** The node whose lines were read last has all of them now. */
  #complete(): void {
    const sink = this.#sink
    if (!sink) return
    this.#sink = undefined
    const { facts } = sink
    this.#grouping.finish(sink)
    this.#workers.finish(sink)
    if (this.#targets.length > 0) sink.json('Target Tables', `[${this.#targets.join(',')}]`)
    this.#targets = []
    // The text leaves out rows that were not removed.
    if (this.#filters && facts.actual.loops) facts.actual.rowsFilteredPerLoop ??= 0
    this.#filters = false
    this.#keys.clear()
    completeNode(facts, this.#parent)
  }

  #finish(): void {
    const { root } = this
    if (!root) return
    for (const [key, value] of this.statement.rootRest()) root.rest[key] = value
    if (this.#rangeTable) root.rest['Range Table'] = this.#text.slice(this.#rangeTable.start, this.#rangeTable.end)
    for (const { node, type } of this.#nodes) {
      const missing = this.#stopped ? undefined : missingInput(node, type)
      if (missing !== undefined) this.#note(`The plan is cut off: ${missing}`, node.span)
      if (!this.#buffers || !node.actual) continue
      // Printed for a node above or below, so they were counted for all; counts of zero are left out.
      node.actual.sharedHitBlocks ??= 0
      node.actual.sharedReadBlocks ??= 0
      node.actual.tempReadBlocks ??= 0
      node.actual.tempWrittenBlocks ??= 0
    }
  }

  #continuesRangeTable(lineStart: number, lineEnd: number): boolean {
    const table = this.#rangeTable
    if (!table || this.#held || !/^\s+\S/.test(this.#text.slice(lineStart, lineEnd))) return false
    table.end = lineStart + this.#text.slice(lineStart, lineEnd).trimEnd().length
    return true
  }

  #another(line: TextLine): void {
    this.#note(anotherPlan, { start: line.start, end: line.end })
    this.#stopped = true
  }

  #lost(line: TextLine): void {
    const { start } = line
    const number = this.#text.slice(0, start).split('\n').length
    this.#note(`The indent is lost: from line ${number} on it cannot be told which node this one belongs to`, {
      start,
      end: line.end,
    })
    this.#stopped = true
  }

  /** Another line that is none of a plan; behind so many of them no plan goes on. */
  #isStrange(): void {
    if (++this.#strange < maxStrangeLines || this.#stopped) return
    const start = Math.min(this.#text.length, this.#place + 1)
    this.#note(`Reading stopped: ${maxStrangeLines} lines in a row are not part of a plan`, {
      start,
      end: Math.max(start, this.#end),
    })
    this.#stopped = true
  }

  #unknown({ start, key }: TextLine, end: number): void {
    this.#isStrange()
    this.#note(
      key === '' ? 'This line is not part of a plan' : `"${key}" is cut off or not written as a server writes it`,
      {
        start,
        end,
      },
    )
  }

  #note(message: string, span: TextSpan): void {
    this.notes.push({ message, span })
  }
}

function numbersInto(sink: NodeSink, text: string): boolean {
  const cost = costs.exec(text)
  let rest = text
  if (cost) {
    sink.number('Startup Cost', cost[1] ?? '')
    sink.number('Total Cost', cost[2] ?? '')
    sink.number('Plan Rows', cost[3] ?? '')
    sink.number('Plan Width', cost[4] ?? '')
    rest = text.slice(cost[0].length)
  }
  if (rest === '') return cost !== null
  if (rest === '(never executed)') {
    sink.number('Actual Rows', '0')
    sink.number('Actual Loops', '0')
    return true
  }
  const actual = actuals.exec(rest)
  if (!actual) return false
  if (actual[1] !== undefined) sink.number('Actual Startup Time', actual[1])
  if (actual[2] !== undefined) sink.number('Actual Total Time', actual[2])
  sink.number('Actual Rows', actual[3] ?? '')
  sink.number('Actual Loops', actual[4] ?? '')
  return true
}

/** Does a condition or the output of a node name this subplan? `(SubPlan 1)`, `$0` of `InitPlan 1 (returns $0)`. */
function mentions({ node }: NodeFacts, subplan: string): boolean {
  const [, name = subplan, returned = ''] = /^(\S+ \S+)(?: \(returns (.*)\))?$/.exec(subplan) ?? []
  const words = returned === '' ? [`${name})`, `${name}.`, `${name} `] : listOf(returned)
  const texts = [...node.conditions.map(({ text }) => text), String(node.rest['Output'] ?? '')]
  return texts.some((text) => words.some((word) => text.includes(word)))
}

/** Is the indent lost? Then all arrows stand in one column, and not to the right of the first line. */
function isFlat(text: string): boolean {
  let column: number | undefined
  for (const match of text.matchAll(/^([ \t]*)->/gm)) {
    const own = match[1]?.length ?? 0
    column ??= own
    if (own !== column) return false
  }
  if (column === undefined) return false
  const root = text.split('\n').find((line) => firstKinds.has(textLineAt(line, 0, line.length).kind))
  return root !== undefined && column - (/^[ \t]*/.exec(root)?.[0].length ?? 0) < 2
}

/** `Insert on t` without numbers looks like one of the tables of an Insert. */
const firstKinds: ReadonlySet<string> = new Set(['root', 'target'])
