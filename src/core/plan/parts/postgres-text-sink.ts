import type { NodeFacts } from './postgres-node-keys'

/** Takes the facts of a text plan under the keys that the JSON format has for them. */
export interface TextSink {
  /** A number as it was printed. */
  number(key: string, raw: string): void
  text(key: string, value: string): void
  flag(key: string, value: boolean): void
  /** A list or object as its JSON text. */
  json(key: string, value: string): void
}

/** Facts of a node: into its fields, or into `rest` where there is none. */
export class NodeSink implements TextSink {
  facts: NodeFacts

  constructor(facts: NodeFacts) {
    this.facts = facts
  }

  number(key: string, raw: string): void {
    const value = Number(raw)
    const { facts } = this
    switch (key) {
      case 'Startup Cost':
        facts.node.estimate.startupCost = value
        return
      case 'Total Cost':
        facts.node.estimate.subtreeCost = value
        return
      case 'Plan Rows':
        facts.node.estimate.rowsPerLoop = value
        return
      case 'Plan Width':
        facts.node.estimate.rowWidthBytes = value
        return
      case 'Actual Startup Time':
        facts.actual.firstRowMsPerLoop = value
        return
      case 'Actual Total Time':
        facts.actual.lastRowMsPerLoop = value
        return
      case 'Actual Rows':
        facts.actual.rowsPerLoop = value
        return
      case 'Actual Loops':
        facts.actual.loops = value
        return
      case 'Shared Hit Blocks':
        facts.actual.sharedHitBlocks = value
        return
      case 'Shared Read Blocks':
        facts.actual.sharedReadBlocks = value
        return
      case 'Temp Read Blocks':
        facts.actual.tempReadBlocks = value
        return
      case 'Temp Written Blocks':
        facts.actual.tempWrittenBlocks = value
        return
      case 'Workers Launched':
        facts.actual.workers = value
        return
      case 'Peak Memory Usage':
        facts.actual.memoryBytes = value * 1024
        return
      case 'Rows Removed by Filter':
      case 'Rows Removed by Join Filter':
        facts.actual.rowsFilteredPerLoop = (facts.actual.rowsFilteredPerLoop ?? 0) + value
        break
      case 'Sort Space Used':
        facts.sortSpaceUsed = value
        break
    }
    // 64-bit identifiers do not fit into a number.
    facts.rest.add(key, Number.isInteger(value) && !Number.isSafeInteger(value) ? raw : value)
  }

  text(key: string, value: string): void {
    if (key === 'Sort Method') {
      this.facts.actual.sortMethod = value
      return
    }
    if (key === 'Sort Space Type') this.facts.sortsInMemory = value === 'Memory'
    this.facts.rest.add(key, value)
  }

  flag(key: string, value: boolean): void {
    this.facts.rest.add(key, value)
  }

  json(key: string, value: string): void {
    this.facts.rest.add(key, value)
  }
}

const memberStarts = new Map<string, string>()

/** `"Actual Rows":` for a key of the closed list that lines of a text plan have. */
function memberStart(key: string): string {
  const known = memberStarts.get(key)
  if (known !== undefined) return known
  const start = `${JSON.stringify(key)}:`
  memberStarts.set(key, start)
  return start
}

/** Facts of a worker, of JIT or of planning: the JSON text of an object, as the JSON format has it. */
export class ObjectSink implements TextSink {
  readonly #members: string[] = []
  readonly #keys = new Set<string>()

  number(key: string, raw: string): void {
    this.json(key, raw)
  }

  text(key: string, value: string): void {
    this.json(key, JSON.stringify(value))
  }

  flag(key: string, value: boolean): void {
    this.json(key, String(value))
  }

  json(key: string, value: string): void {
    this.#keys.add(key)
    this.#members.push(memberStart(key) + value)
  }

  has(key: string): boolean {
    return this.#keys.has(key)
  }

  toJson(): string {
    return `{${this.#members.join(',')}}`
  }
}
