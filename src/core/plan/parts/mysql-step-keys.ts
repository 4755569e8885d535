import { kindOf } from '../../json/cursor'
import { type JsonAt, JsonKind } from '../../json/tape'
import type { Condition } from '../model'
import { appended } from './draft'
import type { JsonMembers } from './json-members'
import { iteratorRest, iteratorWords } from './mysql-iterator-vocabulary'
import { listPieces } from './outside-quotes'
import { RestShapes } from './rest-shapes'

const none: readonly JsonAt[] = []

/**
 * The members of one step of MySQL's second JSON format before it is known what the step is. One object serves all
 * steps of a plan.
 */
export class StepFacts {
  operation: string | undefined
  operationAt: JsonAt = -1
  heading: string | undefined
  table: string | undefined
  alias: string | undefined
  schema: string | undefined
  index: string | undefined
  keyColumns: readonly string[] | undefined
  covering: boolean | undefined
  reverse: boolean | undefined
  multiRangeRead: boolean | undefined
  indexCondition: boolean | undefined
  rows: number | undefined
  firstRowCost: number | undefined
  totalCost: number | undefined
  /** The server ran the statement; a step that never ran has no numbers. */
  isMeasured = false
  actualRows: number | undefined
  loops: number | undefined
  firstRowMs: number | undefined
  lastRowMs: number | undefined
  conditions: Condition[] = []
  readonly rest = new RestShapes()
  inputs = none
  fromSelectList = none
  /** It is the topmost step of a subquery. */
  isSubquery = false

  /** Forgets the step that was read last. */
  clear(): void {
    this.operation = undefined
    this.operationAt = -1
    this.heading = undefined
    this.table = undefined
    this.alias = undefined
    this.schema = undefined
    this.index = undefined
    this.keyColumns = undefined
    this.covering = undefined
    this.reverse = undefined
    this.multiRangeRead = undefined
    this.indexCondition = undefined
    this.rows = undefined
    this.firstRowCost = undefined
    this.totalCost = undefined
    this.isMeasured = false
    this.actualRows = undefined
    this.loops = undefined
    this.firstRowMs = undefined
    this.lastRowMs = undefined
    this.conditions = []
    this.inputs = none
    this.fromSelectList = none
    this.isSubquery = false
  }
}

/** Takes over one member of a step. */
export type ReadStepMember = (facts: StepFacts, json: JsonMembers, at: JsonAt, key: string) => void

const keep: ReadStepMember = (facts, json, at, key) => {
  facts.rest.add(key, json.verbatim(at))
}

/** One of the words that the servers have for it; any other is a note. */
const knownWord: ReadStepMember = (facts, json, at, key) => {
  const word = json.word(at)
  if (word !== undefined && !iteratorWords[key]?.has(word)) json.note(`Unknown ${key} "${word}"`, json.span(at))
  facts.rest.add(key, word ?? json.verbatim(at))
}

function text(store: (facts: StepFacts, value: string | undefined) => void): ReadStepMember {
  return (facts, json, at) => store(facts, json.text(at))
}

function flag(store: (facts: StepFacts, value: boolean | undefined) => void): ReadStepMember {
  return (facts, json, at) => store(facts, json.boolean(at))
}

function number(store: (facts: StepFacts, value: number) => void): ReadStepMember {
  return (facts, json, at) => {
    const value = json.number(at)
    if (value !== undefined) store(facts, value)
  }
}

function measured(store: (facts: StepFacts, value: number) => void): ReadStepMember {
  return (facts, json, at) => {
    facts.isMeasured = true
    const value = json.number(at)
    if (value !== undefined) store(facts, value)
  }
}

function add(facts: StepFacts, condition: Condition | undefined): void {
  if (condition) facts.conditions = appended(facts.conditions, condition)
}

function conditions(checkedAt: Condition['checkedAt']): ReadStepMember {
  return (facts, json, at) => {
    for (const each of json.elements(at)) add(facts, json.condition(each, checkedAt))
  }
}

/**
 * Every key of a step and where it goes. Numbers are stored by their names: a store whose field is known only when it
 * runs takes several times as long.
 */
export const mysqlStepKeys: Readonly<Record<string, ReadStepMember>> = {
  ...Object.fromEntries([...iteratorRest].map((key) => [key, keep])),
  subquery: (facts, json, at, key) => {
    keep(facts, json, at, key)
    facts.isSubquery = kindOf(json.tape, at) === JsonKind.true
  },
  operation: (facts, json, at) => {
    facts.operation = json.text(at)
    facts.operationAt = at
  },
  heading: text((facts, value) => {
    facts.heading = value
  }),
  inputs: (facts, json, at) => {
    const inputs = json.elements(at)
    facts.inputs = facts.inputs.length === 0 ? inputs : facts.inputs.concat(inputs)
  },
  inputs_from_select_list: (facts, json, at) => {
    facts.fromSelectList = facts.fromSelectList.concat(json.elements(at))
  },
  table_name: text((facts, value) => {
    facts.table = value
  }),
  alias: text((facts, value) => {
    facts.alias = value
  }),
  schema_name: (facts, json, at) => {
    facts.schema = json.word(at)
  },
  index_name: (facts, json, at) => {
    facts.index = json.word(at)
  },
  key_columns: (facts, json, at) => {
    facts.keyColumns = json.texts(at)
  },
  covering: flag((facts, value) => {
    facts.covering = value
  }),
  reverse: flag((facts, value) => {
    facts.reverse = value
  }),
  multi_range_read: flag((facts, value) => {
    facts.multiRangeRead = value
  }),
  // The first format calls it `message`.
  zero_rows_cause: (facts, json, at) => {
    facts.rest.add('message', json.verbatim(at))
  },
  access_type: knownWord,
  index_access_type: knownWord,
  join_type: knownWord,
  join_algorithm: knownWord,

  estimated_rows: number((facts, value) => {
    facts.rows = value
  }),
  estimated_first_row_cost: number((facts, value) => {
    facts.firstRowCost = value
  }),
  estimated_total_cost: number((facts, value) => {
    facts.totalCost = value
  }),
  actual_rows: measured((facts, value) => {
    facts.actualRows = value
  }),
  actual_loops: measured((facts, value) => {
    facts.loops = value
  }),
  actual_first_row_ms: measured((facts, value) => {
    facts.firstRowMs = value
  }),
  actual_last_row_ms: measured((facts, value) => {
    facts.lastRowMs = value
  }),

  lookup_condition: (facts, json, at) => {
    const condition = json.condition(at, 'index-seek')
    if (condition) for (const each of lookups(condition)) add(facts, each)
  },
  ranges: conditions('index-seek'),
  pushed_index_condition: (facts, json, at) => {
    facts.indexCondition = true
    add(facts, json.condition(at, 'index-filter'))
  },
  condition: (facts, json, at) => add(facts, json.condition(at, 'row-filter')),
  hash_condition: conditions('join'),
  extra_condition: conditions('join'),
}

/** `a = 1, b = c.id`: one condition each. */
function lookups(condition: Condition): readonly Condition[] {
  const { text, span } = condition
  if (!text.includes(',') && text.trim() === text && text !== '') return [condition]
  // Escapes in the JSON text would move the places.
  const isPlain = span !== undefined && span.end - span.start === text.length
  return listPieces(text, 0, text.length).map((piece) => ({
    ...condition,
    text: piece.text,
    ...(isPlain ? { span: { start: span.start + piece.start, end: span.start + piece.end } } : {}),
  }))
}
