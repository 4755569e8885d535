import type { StatementFacts } from '../model'
import { ObjectSink } from './postgres-text-sink'
import { readBuffers, readMemory, readTimings } from './postgres-text-values'

/** The lines behind a text plan that are about the whole statement. */

const milliseconds = /^(\d+(?:\.\d+)?) ms$/
const triggerLine = /^Trigger ?(.*): (?:time=(\d+(?:\.\d+)?) )?calls=(\d+)$/
const triggerName = /^(.*?)(?: ?\bfor constraint (.*?))?(?: on (.*))?$/
const jitTime = /^(\w+) (\d+(?:\.\d+)?) ms(?: \(Deform (\d+(?:\.\d+)?) ms\))?$/

/** Keys that begin a line about the statement; 9.x wrote the times in lower case. */
export const statementKeys: ReadonlySet<string> = new Set([
  'Planning',
  'Planning Time',
  'Planning time',
  'Execution Time',
  'Execution time',
  'Total runtime',
  'Settings',
  'Query Identifier',
  'Query Text',
  'Query Parameters',
  'JIT',
  'Serialization',
  'Result RTIs',
  'Unprunable RTIs',
])

/** Keys that stand below `Planning:` and `JIT:`. */
export const planningKeys: ReadonlySet<string> = new Set(['Buffers', 'I/O Timings', 'Memory'])
export const jitKeys: ReadonlySet<string> = new Set(['Functions', 'Options', 'Timing'])

type Section = 'Planning' | 'Serialization' | 'JIT'

/** Collects the statement's lines. Each method gives false when the line is not as any known server writes it. */
export class StatementLines {
  planningMs: number | undefined
  executionMs: number | undefined
  readonly triggers: StatementFacts['triggers'][number][] = []
  readonly settings: Record<string, string> = {}
  /** What goes to the root node's `rest`. */
  readonly rest: [key: string, value: string | number][] = []
  /** The block whose lines follow, until another line of the statement. */
  section: Section | undefined
  readonly #sections = new Map<Section, ObjectSink>()

  line(key: string, value: string): boolean {
    this.section = undefined
    switch (key) {
      case 'Planning':
      case 'JIT':
        this.section = key
        return value === ''
      case 'Serialization':
        this.section = key
        return this.#serialization(value)
      case 'Planning Time':
      case 'Planning time':
      case 'Execution Time':
      case 'Execution time':
      case 'Total runtime':
        return this.#time(key.startsWith('Planning'), value)
      case 'Settings':
        return this.#settings(value)
      case 'Query Identifier': {
        const number = Number(value)
        this.rest.push([key, Number.isSafeInteger(number) ? number : value])
        return /^-?\d+$/.test(value)
      }
      default:
        this.rest.push([key, value])
        return true
    }
  }

  /** A line inside `Planning:` or `Serialization:`. */
  inside(key: string, value: string): boolean {
    const sink = this.#sink(this.section ?? 'Planning')
    if (this.section === 'JIT') return jitInto(sink, key, value)
    if (key === 'Buffers') return readBuffers(value, sink)
    return key === 'I/O Timings' ? readTimings(value, sink) : readMemory(value, sink)
  }

  /** `Trigger audit on orders: time=0.1 calls=20` */
  trigger(line: string): boolean {
    this.section = undefined
    const [, named, ms, calls] = triggerLine.exec(line) ?? []
    if (named === undefined || calls === undefined) return false
    const [, trigger = '', constraint, relation] = triggerName.exec(named) ?? []
    const name = constraint ?? trigger
    this.triggers.push({
      name: relation === undefined ? name : `${name} on ${relation}`,
      calls: Number(calls),
      ...(ms === undefined ? {} : { totalMs: Number(ms) }),
    })
    return true
  }

  facts(): StatementFacts {
    return {
      ...(this.planningMs === undefined ? {} : { planningMs: this.planningMs }),
      ...(this.executionMs === undefined ? {} : { executionMs: this.executionMs }),
      triggers: this.triggers,
      settings: this.settings,
    }
  }

  /** Facts for the root node's `rest`, blocks as JSON text. */
  rootRest(): readonly (readonly [key: string, value: string | number])[] {
    return [...this.rest, ...[...this.#sections].map(([name, sink]) => [name, sink.toJson()] as const)]
  }

  #sink(section: Section): ObjectSink {
    const known = this.#sections.get(section) ?? new ObjectSink()
    this.#sections.set(section, known)
    return known
  }

  #time(isPlanning: boolean, value: string): boolean {
    const [, raw] = milliseconds.exec(value) ?? []
    if (raw === undefined) return false
    if (isPlanning) this.planningMs = Number(raw)
    else this.executionMs = Number(raw)
    return true
  }

  /** `work_mem = '64kB', search_path = 'a, b'`; quotes inside a value are not doubled. */
  #settings(value: string): boolean {
    let read = 0
    for (const match of value.matchAll(/([\w.]+) = (?:NULL|'(.*?)')(?:, (?=[\w.]+ = (?:NULL|'))|$)/gs)) {
      read += match[0].length
      this.settings[match[1] ?? ''] = match[2] ?? 'NULL'
    }
    return read === value.length
  }

  /** `time=0.135 ms  output=20kB  format=text` */
  #serialization(value: string): boolean {
    const [, ms, volume, format] = /^(?:time=(\d+(?:\.\d+)?) ms\s+)?output=(\d+)kB\s+format=(\w+)$/.exec(value) ?? []
    if (volume === undefined || format === undefined) return false
    const sink = this.#sink('Serialization')
    if (ms !== undefined) sink.number('Time', ms)
    sink.number('Output Volume', volume)
    sink.text('Format', format)
    return true
  }
}

/** `Functions: 4`, `Options: Inlining true, …`, `Timing: Generation 0.5 ms (Deform 0.1 ms), …, Total 9 ms`. */
export function jitInto(sink: ObjectSink, key: string, value: string): boolean {
  if (key === 'Functions') {
    if (/^\d+$/.test(value)) sink.number(key, value)
    return /^\d+$/.test(value)
  }
  const parts: string[] = []
  for (const part of value.split(', ')) {
    const [, option, flag] = /^(\w+) (true|false)$/.exec(part) ?? []
    const [, phase, ms, deform] = jitTime.exec(part) ?? []
    if (option !== undefined) parts.push(`${JSON.stringify(option)}:${flag}`)
    else if (phase === undefined) return false
    else parts.push(`${JSON.stringify(phase)}:${deform === undefined ? ms : `{"Deform":${deform},"Total":${ms}}`}`)
  }
  sink.json(key, `{${parts.join(',')}}`)
  return parts.length > 0
}
