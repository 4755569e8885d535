import { z } from 'zod'
import { helpsStatement } from '../../../src/core/advisor/helps'
import type { Advice, Finding } from '../../../src/core/advisor/model'
import { copiesDdl } from '../../../src/core/advisor/trial/copies-ddl'
import { SargableError } from '../../../src/core/errors'
import { experiment, type TestService } from '../../../tests/live/experiment/service'
import { readsAsIs, readsSchema, runTimeoutMs } from './brute-force'
import { type Judged, judge } from './judge-experiment'
import type { BenchStatement, Reads } from './model'
import type { Place } from './place'

/** An advice of a statement, really built and run. */
export interface Proof {
  readonly statement: BenchStatement
  readonly rule: string
  readonly severity: Finding['severity']
  readonly title: string
  /** What was made for it, or the statement that it proposes. */
  readonly what: string
  /** What the statement reads with it. */
  readonly reads: Reads
  /** Of problems and warnings: what the experiment came to. */
  readonly judged?: Judged
}

export interface Connections {
  readonly service: TestService
  /** Values are counted for the rules, as they are when a statement is measured. */
  readonly count: boolean
  readonly asIs: string
  readonly trial: string
}

interface Given {
  readonly statement: BenchStatement
  readonly finding: Finding
  readonly advice: Advice
  /** The finding's first advice: the one that is shown to be done. */
  readonly first: boolean
}

/** What was said of the statements of a place, and what became of it. */
export interface Proofs {
  readonly proofs: readonly Proof[]
  /** Problems without anything to build or run. */
  readonly without: readonly { readonly statement: string; readonly rule: string; readonly title: string }[]
  /** Statements whose analysis ended in a fault. */
  readonly failed: readonly { readonly statement: string; readonly sql: string; readonly message: string }[]
  readonly problems: number
  /** Milliseconds of the analyses, each. */
  readonly analysisMs: readonly number[]
}

const judgedSchema = z.object({ confirmed: z.boolean(), because: z.string(), work: z.number().optional() })

/**
 * Analyzes every statement as a user does, then builds what its findings advise, each set of changes once, and runs the
 * statement with and without it.
 * @param again run experiments whose result is remembered
 */
export async function prove(
  place: Place,
  statements: readonly BenchStatement[],
  connections: Connections,
  again: boolean,
  tell: (words: string) => void,
): Promise<Proofs> {
  const analysisMs: number[] = []
  const given: Given[] = []
  const without: { statement: string; rule: string; title: string }[] = []
  const failed: { statement: string; sql: string; message: string }[] = []
  let problems = 0
  for (const statement of statements) {
    const startedAt = performance.now()
    const findings = await findingsOf(statement, connections)
    if (typeof findings === 'string') {
      failed.push({ statement: statement.name, sql: statement.sql, message: findings })
      continue
    }
    analysisMs.push(performance.now() - startedAt)
    for (const finding of findings.filter(helpsStatement)) {
      const isProblem = finding.severity === 'problem'
      if (isProblem) problems++
      const tried = finding.advice.filter((advice) => changesSomething(advice, statement))
      if (isProblem && tried.length === 0)
        without.push({ statement: statement.name, rule: finding.rule, title: finding.title })
      for (const advice of tried) given.push({ statement, finding, advice, first: advice === finding.advice[0] })
    }
  }
  const proofs: Proof[] = []
  const groups = grouped(given, place)
  for (const [at, { apply, undo, members }] of groups.entries()) {
    tell(`${at + 1} of ${groups.length} changes`)
    const { trial } = place.databases
    const applied: string[] = []
    try {
      for (const [nth, sql] of apply.entries()) {
        await trial.exec(sql)
        applied.unshift(undo[nth] ?? '')
      }
      for (const member of members) proofs.push(await proofOf(member, place, connections, again))
    } finally {
      for (const sql of applied) await trial.exec(sql)
    }
  }
  return { proofs, without, failed, problems, analysisMs }
}

/** What a user sees of the statement, or the message of the fault that he sees instead. */
async function findingsOf(
  { sql }: BenchStatement,
  { service, asIs, count }: Connections,
): Promise<readonly Finding[] | string> {
  try {
    return (await service.client.call('analyze.run', { connectionId: asIs, sql, count })).findings
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown)
  }
}

/** Looking into something changes nothing. */
function changesSomething({ variant }: Advice, { sql }: BenchStatement): boolean {
  return variant.ddl.length > 0 || variant.session.length > 0 || variant.sql.trim() !== sql.trim()
}

interface Group {
  readonly apply: readonly string[]
  readonly undo: readonly string[]
  readonly members: Given[]
}

function grouped(given: readonly Given[], { databases: { asIs, trial } }: Place): readonly Group[] {
  const groups = new Map<string, Group>()
  const moved = (sql: string) => sql.replaceAll(asIs.name, trial.name)
  for (const one of given) {
    const apply = one.advice.variant.ddl.map((change) => moved(change.apply))
    const key = JSON.stringify(apply)
    const known = groups.get(key)
    if (known) known.members.push(one)
    else groups.set(key, { apply, undo: one.advice.variant.ddl.map(({ undo }) => moved(undo)), members: [one] })
  }
  return [...groups.values()]
}

async function proofOf(
  { statement, finding, advice, first }: Given,
  place: Place,
  connections: Connections,
  again: boolean,
): Promise<Proof> {
  const { variant } = advice
  const what = [
    ...variant.session.map(({ name, value }) => `SET ${name} = ${value}`),
    ...variant.ddl.map(({ apply }) => apply.replaceAll(`${place.databases.asIs.name}`, '').replace(/[`"]{2}\./g, '')),
    ...(variant.sql.trim() === statement.sql.trim() ? [] : [variant.sql]),
  ].join('; ')
  const key = [...place.key, statement.sql, what]
  const before = await readsAsIs(place, statement)
  const reads = await place.remembered.get([...key, 'reads'], readsSchema, () => readsWith(advice, place, runTimeoutMs))
  const common = {
    statement,
    rule: finding.rule,
    severity: finding.severity,
    title: advice.title,
    what,
    reads,
  }
  if (finding.severity === 'hint' || !first) return common
  const find = async (): Promise<Judged> => {
    try {
      const document = await experimentOf(statement, advice, connections, place)
      return judge(document, { advice, before, reads, family: place.family })
    } catch (thrown) {
      if (!(thrown instanceof SargableError)) throw thrown
      return { confirmed: false, because: `the experiment could not be made: ${thrown.message}` }
    }
  }
  const judged = again ? await find() : await place.remembered.get([...key, 'experiment'], judgedSchema, find)
  return { ...common, judged }
}

async function readsWith(
  { variant }: Advice,
  { databases: { trial }, family }: Place,
  timeoutMs: number,
): Promise<Reads> {
  for (const { name, value } of variant.session) {
    await trial.exec(`SET SESSION ${name} = ${/^[\w.]+$/.test(value) ? value : `'${value}'`}`)
  }
  try {
    return await trial.reads(variant.sql, timeoutMs)
  } finally {
    for (const { name } of variant.session) {
      await trial.exec(family === 'postgres' ? `RESET ${name}` : `SET SESSION ${name} = DEFAULT`)
    }
  }
}

/**
 * Both databases hold the same rows, and the changes are made in one of them. What writes runs on copies, as it does in
 * the product.
 */
function experimentOf(
  statement: BenchStatement,
  { variant }: Advice,
  { service, asIs, trial }: Connections,
  { family }: Place,
) {
  const writes = !/^\s*(SELECT|WITH|\()/i.test(statement.sql)
  const session = [...variant.session]
  const dialect = family === 'postgres' ? 'postgres' : 'mysql'
  const onCopies = variant.ddl.map(({ apply, undo }) => ({
    apply: copiesDdl(apply, dialect),
    undo: copiesDdl(undo, dialect),
  }))
  return experiment(service, {
    connectionId: asIs,
    variants: writes
      ? [{ sql: statement.sql }, { sql: variant.sql, session, ddl: onCopies }]
      : [{ sql: statement.sql }, { sql: variant.sql, session, connectionId: trial }],
    ...(writes && { scratch: { rows: 'all' as const } }),
    consent: true,
    warmupRounds: 1,
    minPairs: 6,
    maxPairs: 12,
    budgetMs: 4000,
    runTimeoutMs,
  })
}
