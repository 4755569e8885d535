import type { JsonAt } from '../../json/tape'
import type { Actual, Condition } from '../model'
import { type NodeDraft, takeCondition } from './draft'
import type { JsonMembers } from './json-members'
import { postgresNodeRest } from './postgres-vocabulary'
import type { RestShapes } from './rest-shapes'

/** What is read from one node before it is known what the node is. */
export interface NodeFacts {
  readonly node: NodeDraft
  readonly rest: RestShapes
  readonly actual: ActualFacts
  type: string
  typeAt: JsonAt
  relationship: string
  operation: string
  relation: string | undefined
  schema: string | undefined
  alias: string | undefined
  index: string | undefined
  backward: boolean
  /** Function or CTE that is scanned instead of a table. */
  source: string | undefined
  indexCondition: string | undefined
  sortSpaceUsed: number | undefined
  sortsInMemory: boolean
  plans: JsonAt
}

/** What the nodes below it must know of a node. */
export type ParentFacts = Readonly<Pick<NodeFacts, 'type' | 'relation' | 'schema' | 'alias'>>

/** The numbers of what happened, as far as they were read. */
export type ActualFacts = { -readonly [Name in keyof Omit<Actual, 'neverExecuted'>]: Actual[Name] | undefined }

export type ReadMember = (facts: NodeFacts, json: JsonMembers, at: JsonAt, key: string) => void

const keep: ReadMember = (facts, json, at, key) => {
  facts.rest.add(key, json.verbatim(at))
}

function text(store: (facts: NodeFacts, value: string) => void): ReadMember {
  return (facts, json, at) => {
    const value = json.text(at)
    if (value !== undefined) store(facts, value)
  }
}

function number(store: (facts: NodeFacts, value: number) => void): ReadMember {
  return (facts, json, at) => {
    const value = json.number(at)
    if (value !== undefined) store(facts, value)
  }
}

/** A text that is one of few. */
function word(store: (facts: NodeFacts, value: string) => void): ReadMember {
  return (facts, json, at) => {
    const value = json.word(at)
    if (value !== undefined) store(facts, value)
  }
}

function condition(checkedAt: Condition['checkedAt']): ReadMember {
  return ({ node }, json, at) => {
    takeCondition(node, json.condition(at, checkedAt))
  }
}

const removedRows: ReadMember = (facts, json, at, key) => {
  facts.actual.rowsFilteredPerLoop = (facts.actual.rowsFilteredPerLoop ?? 0) + (json.number(at) ?? 0)
  keep(facts, json, at, key)
}

/** Counters that PostgreSQL 15 to 18 print into this list, behind its objects, are the node's. */
const targetTables: ReadMember = (facts, json, at, key) => {
  keep(facts, json, at, key)
  for (const each of json.children(at)) {
    const name = json.key(each)
    if (name === '') continue
    const readMember = Object.hasOwn(postgresNodeKeys, name) ? postgresNodeKeys[name] : undefined
    if (readMember) readMember(facts, json, each, name)
    else json.unknown(each)
  }
}

const seek = condition('index-seek')

const source = text((facts, value) => {
  facts.source = value
})

/**
 * Every key of a node and where it goes. Each number is stored by its name: a store whose field is known only when it
 * runs takes several times as long, and a large plan has half a million of them.
 */
export const postgresNodeKeys: Readonly<Record<string, ReadMember>> = {
  ...Object.fromEntries(postgresNodeRest.map((key) => [key, keep])),
  'Target Tables': targetTables,
  'Node Type': (facts, json, at) => {
    facts.type = json.word(at) ?? ''
    facts.typeAt = at
  },
  'Parent Relationship': word((facts, value) => {
    facts.relationship = value
  }),
  Plans: (facts, _json, at) => {
    facts.plans = at
  },
  Operation: (facts, json, at, key) => {
    facts.operation = json.text(at) ?? ''
    keep(facts, json, at, key)
  },
  'Relation Name': text((facts, value) => {
    facts.relation = value
  }),
  Schema: word((facts, value) => {
    facts.schema = value
  }),
  Alias: text((facts, value) => {
    facts.alias = value
  }),
  'Index Name': text((facts, value) => {
    facts.index = value
  }),
  'Scan Direction': word((facts, value) => {
    facts.backward = value === 'Backward'
  }),
  'Function Name': source,
  'CTE Name': source,
  'Tuplestore Name': source,

  'Startup Cost': number(({ node }, value) => {
    node.estimate.startupCost = value
  }),
  'Total Cost': number(({ node }, value) => {
    node.estimate.subtreeCost = value
  }),
  'Plan Rows': number(({ node }, value) => {
    node.estimate.rowsPerLoop = value
  }),
  'Plan Width': number(({ node }, value) => {
    node.estimate.rowWidthBytes = value
  }),
  'Actual Startup Time': number(({ actual }, value) => {
    actual.firstRowMsPerLoop = value
  }),
  'Actual Total Time': number(({ actual }, value) => {
    actual.lastRowMsPerLoop = value
  }),
  'Actual Rows': number(({ actual }, value) => {
    actual.rowsPerLoop = value
  }),
  'Actual Loops': number(({ actual }, value) => {
    actual.loops = value
  }),
  'Shared Hit Blocks': number(({ actual }, value) => {
    actual.sharedHitBlocks = value
  }),
  'Shared Read Blocks': number(({ actual }, value) => {
    actual.sharedReadBlocks = value
  }),
  'Temp Read Blocks': number(({ actual }, value) => {
    actual.tempReadBlocks = value
  }),
  'Temp Written Blocks': number(({ actual }, value) => {
    actual.tempWrittenBlocks = value
  }),
  'Workers Launched': number(({ actual }, value) => {
    actual.workers = value
  }),
  'Rows Removed by Filter': removedRows,
  'Rows Removed by Join Filter': removedRows,
  'Sort Method': word(({ actual }, value) => {
    actual.sortMethod = value
  }),
  'Sort Space Used': (facts, json, at, key) => {
    facts.sortSpaceUsed = json.number(at)
    keep(facts, json, at, key)
  },
  'Sort Space Type': (facts, json, at, key) => {
    facts.sortsInMemory = json.text(at) === 'Memory'
    keep(facts, json, at, key)
  },
  'Peak Memory Usage': number(({ actual }, value) => {
    actual.memoryBytes = value * bytesPerKilobyte
  }),

  'Index Cond': (facts, json, at) => {
    const found = json.condition(at, 'index-seek')
    facts.indexCondition = found?.text
    takeCondition(facts.node, found)
  },
  'TID Cond': seek,
  Filter: condition('row-filter'),
  'One-Time Filter': condition('row-filter'),
  'Run Condition': condition('row-filter'),
  'Conflict Filter': condition('row-filter'),
  'Recheck Cond': condition('recheck'),
  'Join Filter': condition('join'),
  'Hash Cond': condition('join'),
  'Merge Cond': condition('join'),
}

/** PostgreSQL counts memory in kB of this size (explain.c, BYTES_TO_KILOBYTES). */
export const bytesPerKilobyte = 1024

export function emptyFacts(node: NodeDraft, rest: RestShapes): NodeFacts {
  return {
    node,
    rest,
    actual: {
      loops: undefined,
      rowsPerLoop: undefined,
      firstRowMsPerLoop: undefined,
      lastRowMsPerLoop: undefined,
      rowsFilteredPerLoop: undefined,
      sharedHitBlocks: undefined,
      sharedReadBlocks: undefined,
      tempReadBlocks: undefined,
      tempWrittenBlocks: undefined,
      memoryBytes: undefined,
      sortMethod: undefined,
      workers: undefined,
    },
    type: '',
    typeAt: -1,
    relationship: '',
    operation: '',
    relation: undefined,
    schema: undefined,
    alias: undefined,
    index: undefined,
    backward: false,
    source: undefined,
    indexCondition: undefined,
    sortSpaceUsed: undefined,
    sortsInMemory: false,
    plans: -1,
  }
}

/**
 * Makes the facts of one node, and the draft in them, ready for another one: a large plan is read with one object for
 * all its nodes.
 */
export function clearFacts(facts: NodeFacts): void {
  const { node } = facts
  node.operator = 'other'
  node.label = ''
  node.relation = 'input'
  node.conditions = []
  node.access = undefined
  node.estimate = {}
  node.actual = undefined
  facts.type = ''
  facts.typeAt = -1
  facts.relationship = ''
  facts.operation = ''
  facts.relation = undefined
  facts.schema = undefined
  facts.alias = undefined
  facts.index = undefined
  facts.backward = false
  facts.source = undefined
  facts.indexCondition = undefined
  facts.sortSpaceUsed = undefined
  facts.sortsInMemory = false
  facts.plans = -1
  const { actual } = facts
  actual.loops = undefined
  actual.rowsPerLoop = undefined
  actual.firstRowMsPerLoop = undefined
  actual.lastRowMsPerLoop = undefined
  actual.rowsFilteredPerLoop = undefined
  actual.sharedHitBlocks = undefined
  actual.sharedReadBlocks = undefined
  actual.tempReadBlocks = undefined
  actual.tempWrittenBlocks = undefined
  actual.memoryBytes = undefined
  actual.sortMethod = undefined
  actual.workers = undefined
}
