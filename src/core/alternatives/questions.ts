import { joinAlgorithm } from '../plan/diff/step-facts'
import { isPartOfAccess } from '../plan/diff/work'
import type { Plan, PlanNode } from '../plan/model'
import { each } from '../plan/walk'
import type { PlannerQuestion, PlannerSetting, PlannerSettingName, StoredName } from './model'
import { meansOf, type PlannerFacts, type PlannerMeans } from './settings'

/** More plans than these are not asked for one statement; the plan as it is makes one more. */
export const mostQuestions = 24

/** More indexes than these are not hidden one by one: those of many partitions are one choice. */
const mostHidden = 6

/** The plan as it is, asked in the same transaction as the others. */
export const asItIs: PlannerQuestion = {
  id: 'as-it-is',
  taken: 'nothing',
  phrase: 'As it is',
  settings: [],
  hidden: [],
  added: [],
}

/** A question that takes planner means away. */
function without(id: string, taken: string, settings: readonly PlannerSetting[]): PlannerQuestion {
  return { id, taken, phrase: `Without ${taken}`, settings, hidden: [], added: [] }
}

const off = (name: PlannerSettingName): PlannerSetting => ({ name, value: 'off' })

/** Pairs and triples: only one way to join or to read is left. */
const onlyJoins = [
  without('only-nested-loops', 'hash and merge joins', [off('enable_hashjoin'), off('enable_mergejoin')]),
  without('only-hash-joins', 'nested loops and merge joins', [off('enable_nestloop'), off('enable_mergejoin')]),
  without('only-merge-joins', 'nested loops and hash joins', [off('enable_nestloop'), off('enable_hashjoin')]),
]
const onlyScans = [
  without('only-sequential-scans', 'any index', [
    off('enable_indexscan'),
    off('enable_indexonlyscan'),
    off('enable_bitmapscan'),
  ]),
  without('only-index-scans', 'sequential and bitmap scans', [off('enable_seqscan'), off('enable_bitmapscan')]),
  without('only-bitmap-scans', 'sequential and index scans', [
    off('enable_seqscan'),
    off('enable_indexscan'),
    off('enable_indexonlyscan'),
  ]),
]

/**
 * What to ask of a plan: each means that it uses taken away, then all but one way to join and to read, each index that
 * it reads hidden (where hypopg can), the order of the statement kept, and means whose work no plan shows. At most
 * `mostQuestions`, those that the plan calls for first.
 */
export function questionsFor(plan: Plan, facts: PlannerFacts): readonly PlannerQuestion[] {
  const nodes = [...each(plan.root)]
  const isOn = (name: PlannerSettingName) => {
    const value = facts.settings.get(name)
    return value !== undefined && value !== 'off' && value !== '0'
  }
  const known = meansOf(facts.version).filter(({ name }) => isOn(name))
  const seen = known.filter(({ makes }) => makes !== undefined && nodes.some(makes))
  const joins = nodes.filter((node) => joinAlgorithm(node) !== undefined).length
  const reads = nodes.some(readsStoredTable)
  const indexes = facts.hypopg?.hides === true ? indexesOf(nodes) : []
  const questions = [
    ...seen.map(questionOf),
    ...(joins > 0 ? onlyJoins : []),
    ...(reads ? onlyScans : []),
    ...(indexes.length <= mostHidden ? indexes.map(hiding) : []),
    ...(joins > 1 && isOn('join_collapse_limit') ? [writtenOrder] : []),
    ...known.filter(({ makes }) => makes === undefined).map(questionOf),
  ]
  return distinctQuestions(questions).slice(0, mostQuestions)
}

/** Every question that may be asked on a server, for the card that asks first. */
export function possibleQuestions(facts: PlannerFacts): readonly PlannerQuestion[] {
  return [...meansOf(facts.version).map(questionOf), ...onlyJoins, ...onlyScans, writtenOrder]
}

/**
 * Questions that leave one index as the only one of its table: by hypopg where it can hide the others, else by scans
 * that are switched off.
 */
export function questionsAbout(table: StoredName, index: string, others: readonly string[], facts: PlannerFacts) {
  const plain = without('without-sequential-scans', 'sequential scans', [off('enable_seqscan')])
  const bySettings = [plain, ...onlyScans.slice(1), without('without-sorts', 'sorts', [off('enable_sort')])]
  if (facts.hypopg?.hides !== true) return bySettings
  const hidden = others.map((name) => ({ schema: table.schema, name }))
  const names = `every index of \`${table.name}\` but \`${index}\``
  const alone: PlannerQuestion = { ...without(`only ${index}`, names, []), hidden }
  const forced = (id: string, more: string, settings: readonly PlannerSetting[]): PlannerQuestion => ({
    ...without(`only ${index}, ${id}`, `${names}, and without ${more}`, settings),
    hidden,
  })
  return [
    alone,
    forced('no sequential scans', 'sequential scans', [off('enable_seqscan')]),
    forced('no bitmap scans', 'sequential and bitmap scans', [off('enable_seqscan'), off('enable_bitmapscan')]),
  ]
}

/** The statement with an index that is not there. */
export function withHypothetical(definition: string): PlannerQuestion {
  const words = `the hypothetical index \`${definition.replace(/^\s*CREATE\s+INDEX\s+(?:ON\s+)?/i, '').replace(/`/g, '')}\``
  return {
    id: `add ${definition}`,
    taken: words,
    phrase: `With ${words}`,
    settings: [],
    hidden: [],
    added: [definition],
  }
}

const writtenOrder: PlannerQuestion = {
  id: 'written-join-order',
  taken: 'the choice of the join order',
  phrase: 'In the written join order',
  settings: [{ name: 'join_collapse_limit', value: '1' }],
  hidden: [],
  added: [],
}

function questionOf({ name, off: value, words }: PlannerMeans): PlannerQuestion {
  return without(name, words, [{ name, value }])
}

function hiding(index: StoredName): PlannerQuestion {
  return { ...without(`hide ${index.schema}.${index.name}`, `index \`${index.name}\``, []), hidden: [index] }
}

/** The stored indexes that a plan reads, each once. */
function indexesOf(nodes: readonly PlanNode[]): readonly StoredName[] {
  const found = new Map<string, StoredName>()
  for (const { access } of nodes)
    for (const { name } of access?.indexes ?? [])
      if (access?.schema !== undefined) found.set(`${access.schema}.${name}`, { schema: access.schema, name })
  return [...found.values()]
}

function readsStoredTable({ access }: PlanNode): boolean {
  return access !== undefined && access.derived !== true && !isPartOfAccess(access) && access.schema !== undefined
}

/** Of questions that change the same things the first. */
export function distinctQuestions(questions: readonly PlannerQuestion[]): readonly PlannerQuestion[] {
  const asked = new Set<string>()
  return questions.filter(({ settings, hidden, added }) => {
    const changes = [
      ...settings.map(({ name, value }) => `${name}=${value}`).sort(),
      ...hidden.map(({ schema, name }) => `${schema}.${name}`),
      ...added,
    ].join(' ')
    if (asked.has(changes)) return false
    asked.add(changes)
    return true
  })
}
