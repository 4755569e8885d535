import type { Catalog, Index, Table } from '../catalog/model'
import type { Version } from '../engine'
import type { KeyPartUse, KeyUse } from '../keyparts/model'
import { countWords } from '../plan/diff/number-words'
import { indexesRead } from '../plan/diff/step-facts'
import type { Plan, PlanNode } from '../plan/model'
import { each } from '../plan/walk'
import { isTie, timesText } from './costs'
import type { WhyNot } from './model'
import { withoutPenalty } from './penalty'
import type { Answer } from './read-answers'
import type { PlannerFacts } from './settings'

/** Which index of which table a person asks about. */
export interface WantedIndex {
  /** Its name, or the alias in the statement. */
  readonly table: string
  /** Its name; or CREATE INDEX text of one that is not there. */
  readonly index: string
}

export interface WhyNotInput {
  readonly wanted: WantedIndex
  readonly catalog: Catalog
  readonly keyUse: readonly KeyUse[]
  readonly chosen: Plan
  /** Every plan that came back, to questions about the index and to all others. */
  readonly answers: readonly Answer[]
  readonly facts: PlannerFacts
}

/** The table that a person means: by the alias of the statement, else by its name. */
export function wantedTable(wanted: Pick<WantedIndex, 'table'>, catalog: Catalog, plan: Plan): Table | undefined {
  const name = wanted.table.toLowerCase()
  for (const { access } of each(plan.root)) {
    if (access?.alias?.toLowerCase() !== name) continue
    const found = catalog.tables.find(
      (table) => table.name === access.table && (access.schema === undefined || table.schema === access.schema),
    )
    if (found) return found
  }
  return catalog.tables.find((table) =>
    [table.name, `${table.schema}.${table.name}`].some((one) => one.toLowerCase() === name),
  )
}

export function wantedIndex(wanted: WantedIndex, table: Table): Index | undefined {
  return table.indexes.find(({ name }) => name.toLowerCase() === wanted.index.toLowerCase())
}

/** Is it the definition of an index, and not the name of one? */
export function isDefinition(index: string): boolean {
  return /^\s*create\s+(?:unique\s+)?index\b/i.test(index)
}

/**
 * Why the planner does not read an index: from the chosen plan, from plans in which the choice was taken away, from
 * key parts and catalog, in this order; what the server showed outranks what is inferred.
 */
export function whyNotIndex(input: WhyNotInput): WhyNot {
  const { wanted, catalog, chosen, facts } = input
  const { cost: chosenCost } = withoutPenalty(chosen, facts.version)
  const table = wantedTable(wanted, catalog, chosen)
  const base = {
    table: table?.name ?? wanted.table,
    index: wanted.index,
    ...(chosenCost !== undefined && { chosenCost }),
  }
  if (isDefinition(wanted.index)) return hypothetical(input, base)
  const how = 'the catalog'
  if (table === undefined)
    return { ...base, answer: 'no-such-table', how, text: `The statement reads no table \`${wanted.table}\`.` }
  const index = wantedIndex(wanted, table)
  if (index === undefined) {
    const names = table.indexes.map(({ name }) => `\`${name}\``).join(', ')
    const others = names === '' ? 'it has none' : `it has ${names}`
    return {
      ...base,
      answer: 'no-such-index',
      how,
      text: `\`${table.name}\` has no index \`${wanted.index}\`: ${others}.`,
    }
  }
  if (table.type === 'partitioned')
    return {
      ...base,
      answer: 'partitioned',
      how,
      text: `\`${table.name}\` is partitioned: plans read the indexes of its partitions, each under a name of its own. Ask about one of those.`,
    }
  const reads = (plan: Plan) => readsIndex(plan, index.name, wanted, table)
  const own = reads(chosen)
  if (own) {
    return {
      ...base,
      answer: 'used',
      how: 'the chosen plan',
      text: `It is read: ${accessText(own)} in the chosen plan.`,
    }
  }
  const reading = input.answers.filter(({ plan }) => reads(plan) !== undefined)
  const found = cheapest(reading, facts.version)
  if (found) {
    const bySettings = reading.filter(({ question }) => question.hidden.length + question.added.length === 0)
    const measurable = cheapest(bySettings, facts.version)?.question
    return {
      ...base,
      ...consideredAt(found, reads(found.plan), chosen, wanted, chosenCost),
      ...(measurable && { measurable }),
    }
  }
  if (!index.visible)
    return {
      ...base,
      answer: 'invalid',
      how,
      text: `\`${index.name}\` is not valid: its build failed or is not finished, so no plan may read it. REINDEX INDEX CONCURRENTLY builds it anew.`,
    }
  const use = input.keyUse.find((one) => one.index === index.name && one.table === table.name && one.planIndex === 0)
  const first = use?.parts.find(({ included }) => !included)
  const isAlone = input.answers.some(({ question }) => question.id.startsWith(`only ${index.name}`))
  const proof = isAlone
    ? 'With every other index hidden (hypopg) and sequential scans off, no plan read it.'
    : undefined
  const narrows = use?.parts.some(({ narrows: how }) => how !== 'none') ?? false
  if (
    index.where !== undefined &&
    first?.reason?.code === 'not-in-condition' &&
    /holds only rows/.test(first.reason.text)
  ) {
    return {
      ...base,
      answer: 'partial-condition',
      how: proof === undefined ? 'definition and conditions' : 'hypopg, definition and conditions',
      ...(first.reason && { reason: first.reason }),
      text: joined(
        `\`${index.name}\` holds only rows with \`${index.where}\`, and nothing in the statement says so of every row it wants: the planner may not read it.`,
        proof,
      ),
    }
  }
  if (proof === undefined && narrows) return dearer(input, base, index, table)
  return {
    ...base,
    answer: 'unusable',
    how: proof === undefined ? 'definition and conditions' : 'hypopg, definition and conditions',
    ...(first?.reason && { reason: first.reason }),
    text: joined(unusableText(index, first), proof),
  }
}

type Base = Pick<WhyNot, 'table' | 'index' | 'chosenCost'>

function unusableText(index: Index, first: Pick<KeyPartUse, 'reason'> | undefined): string {
  const opening = `\`${index.name}\` cannot narrow what is read, gives no order that is asked for and does not hold all columns.`
  if (first?.reason === undefined) return opening
  return `${opening} ${first.reason.text}`
}

function joined(...sentences: readonly (string | undefined)[]): string {
  return sentences.filter((one) => one !== undefined).join(' ')
}

function consideredAt(
  { question, plan, cost }: Costed,
  node: PlanNode | undefined,
  chosen: Plan,
  wanted: WantedIndex,
  chosenCost: number | undefined,
): Omit<WhyNot, 'table' | 'index' | 'chosenCost'> {
  const ratio = cost !== undefined && chosenCost !== undefined && chosenCost > 0 ? cost / chosenCost : undefined
  const instead = insteadText(chosen, wanted)
  const rows = node?.estimate.rowsPerLoop
  const reads =
    node === undefined ? '' : `: ${accessText(node)}${rows === undefined ? '' : `, about ${countWords(rows)} rows`}`
  const costs =
    cost === undefined
      ? 'its cost cannot be told'
      : `cost ${countWords(cost)}${chosenCost === undefined ? '' : against(chosenCost, cost)}`
  return {
    answer: 'considered',
    question,
    plan,
    ...(cost !== undefined && { cost }),
    ...(ratio !== undefined && { ratio }),
    how: question.hidden.length > 0 ? 'hypopg: the other indexes hidden' : 'planner settings',
    text: `Possible${reads}. ${question.phrase} the planner reads it: ${costs}${instead}.`,
  }
}

function against(chosen: number, cost: number): string {
  if (isTie(chosen, cost)) return `, as good as the ${countWords(chosen)} of the chosen plan: a tie`
  if (cost < chosen)
    return `, less than the ${countWords(chosen)} of the chosen plan: its search did not come to this one`
  return `, lost to ${countWords(chosen)}${timesText(chosen, cost)}`
}

/** What is done with the table instead. */
function insteadText(chosen: Plan, wanted: WantedIndex): string {
  const name = wanted.table.toLowerCase()
  for (const node of each(chosen.root)) {
    const { access } = node
    if (!access || access.accessType === 'Bitmap Index Scan') continue
    if (access.alias?.toLowerCase() !== name && access.table.toLowerCase() !== name) continue
    return ` for ${accessText(node)}`
  }
  return ''
}

function accessText(node: PlanNode): string {
  const indexes = indexesRead(node).map((name) => `\`${name}\``)
  const label = node.label
    .replace(/^Seq Scan/, 'sequential scan')
    .replace(/^Parallel Seq Scan/, 'parallel sequential scan')
  return indexes.length === 0 ? `a ${label}` : `${label} of ${indexes.join(', ')}`
}

/**
 * Nothing that could be asked left the index alone. The planner took the cheapest plan each time, so one with the index
 * costs at least as much as the dearest of those that it would have been allowed in.
 */
function dearer(input: WhyNotInput, base: Base, index: Index, table: Table): WhyNot {
  const { answers, chosen, facts } = input
  const tables = new Set(
    [...each(chosen.root)].flatMap(({ access }) => (access?.schema ? [access.alias ?? access.table] : [])),
  )
  // With other tables in the statement, a plan with the index may scan those, and was not in that race.
  const costs = answers
    .filter(({ question: { settings } }) => settings.length === 1 && settings[0]?.name === 'enable_seqscan')
    .map(({ plan }) => withoutPenalty(plan, facts.version))
    .flatMap(({ cost, penalties }) => (tables.size === 1 && penalties === 0 && cost !== undefined ? [cost] : []))
  const least = Math.max(...costs, base.chosenCost ?? 0)
  const others = table.indexes.filter(({ name }) => name !== index.name).map(({ name }) => `\`${name}\``)
  return {
    ...base,
    answer: 'dearer-than-asked',
    ...(least > 0 && { cost: least }),
    how: 'planner settings: this server cannot hide the other indexes',
    text: joined(
      `\`${index.name}\` could be used, but every plan that was asked for, also without sequential scans, reads ${others.length === 0 ? 'another way' : `another index (${others.join(', ')})`}.`,
      least === 0 ? undefined : `A plan with it costs at least ${countWords(least)}.`,
      'hypopg 1.4 or later would hide the others and tell its cost.',
    ),
  }
}

function hypothetical({ answers, wanted, facts }: WhyNotInput, base: Base): WhyNot {
  const answer = answers.find(({ question }) => question.added.includes(wanted.index))
  if (answer === undefined) {
    return {
      ...base,
      answer: 'hypothetical',
      how: facts.hypopg ? 'hypopg' : 'nothing',
      text: facts.hypopg
        ? 'The server did not take this hypothetical index.'
        : 'A hypothetical index can be asked for where the extension hypopg is created in the database.',
    }
  }
  const { cost } = costed(answer, facts.version)
  const hypotheticalName = [...each(answer.plan.root)].flatMap(indexesRead).find((name) => /^<\d+>/.test(name))
  const { chosenCost } = base
  const costs =
    cost === undefined || chosenCost === undefined
      ? ''
      : `: cost ${countWords(cost)} against ${countWords(chosenCost)}${timesText(chosenCost, cost)}`
  return {
    ...base,
    answer: 'hypothetical',
    question: answer.question,
    plan: answer.plan,
    ...(cost !== undefined && { cost }),
    ...(cost !== undefined && chosenCost !== undefined && chosenCost > 0 && { ratio: cost / chosenCost }),
    how: 'hypopg: estimated, nothing was built',
    text:
      hypotheticalName === undefined
        ? 'The planner was shown this index and does not read it.'
        : `The planner would read it${costs}. Estimated by hypopg; nothing was built.`,
  }
}

interface Costed extends Answer {
  readonly cost: number | undefined
}

function costed(answer: Answer, version: Version): Costed {
  const { plan, cost } = withoutPenalty(answer.plan, version)
  return { question: answer.question, plan, cost }
}

function cheapest(answers: readonly Answer[], version: Version): Costed | undefined {
  const all = answers.map((answer) => costed(answer, version))
  all.sort((a, b) => (a.cost ?? Number.POSITIVE_INFINITY) - (b.cost ?? Number.POSITIVE_INFINITY))
  return all[0]
}

/** The access of the wanted table that reads the index. */
function readsIndex(plan: Plan, index: string, wanted: WantedIndex, table: Table): PlanNode | undefined {
  const name = wanted.table.toLowerCase()
  for (const node of each(plan.root)) {
    const { access } = node
    if (!access || access.table !== table.name || access.accessType === 'Bitmap Index Scan') continue
    // Asked by alias, only that one of several reads of the table counts.
    if (
      access.alias !== undefined &&
      name !== access.table.toLowerCase() &&
      !name.includes('.') &&
      access.alias.toLowerCase() !== name
    )
      continue
    if (indexesRead(node).includes(index)) return node
  }
  return undefined
}
