import { execFileSync } from 'node:child_process'
import { closeSync, createReadStream, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { digestDocument } from '../../src/core/digest/document'
import { readLogs } from '../../src/service/digest/read-logs'
import { peerCpuSeconds, peerFor } from './digest-peers'
import { type GeneratedFlavor, generatedFlavors, generatedLog, type LogTruth } from './generated-log'

/** Limits by megabytes of the log. */
interface Goals {
  /** CPU in times of merely reading the file (createReadStream and a loop over the bytes), at most. */
  readonly reading?: Readonly<Record<number, number>>
  /** The peer's CPU in times of ours, at least. */
  readonly peer?: Readonly<Record<number, number>>
}
const goals: Readonly<Partial<Record<GeneratedFlavor, Goals>>> = {
  mysql: { reading: { 100: 3, 1000: 2.5 }, peer: { 20: 10, 100: 20 } },
  'postgres-stderr': { reading: { 100: 3 }, peer: { 20: 20, 100: 40 } },
  'postgres-csv': { reading: { 100: 4 }, peer: { 100: 25 } },
  'postgres-json': { reading: { 100: 4 }, peer: { 100: 18 } },
}
/** Memory above an empty process, at most; and from 100 MB to 1 GB in times. */
const memoryGoalMb = 80
const flatGoal = 1.1
/** Peers take many seconds for 100 MB, and say the same each time. */
const rounds = 3
const peerRounds = 1
const peersUpToMb = 100
const largeMb = 1000

interface Figures {
  readonly cpuSeconds: number
  readonly maxRssMb: number
  readonly events?: number
}

interface Wanted {
  readonly sizes: readonly number[]
  readonly flavors: readonly GeneratedFlavor[]
  readonly peers: boolean
}

/**
 * CPU of whole processes, the least of interleaved rounds, and each goal with whether it holds.
 * Words: `--sizes 20,100,1000` (megabytes; above 100 only of the first flavor, without peers, and by two threads too),
 * `--flavors mysql,postgres-csv`, `--no-peers`.
 * @param self this bundle, run again as the children
 */
export function benchDigest(self: string, words: readonly string[]): readonly string[] {
  const wanted = wantedBy(words)
  const folder = join(tmpdir(), `sargable-bench-digest-${process.pid}`)
  mkdirSync(folder)
  const lines: string[] = []
  const memory = new Map<number, number>()
  try {
    const empty = run(self, 'empty', '')
    lines.push(`an empty process: ${empty.maxRssMb.toFixed(0)} MB`)
    for (const megabytes of wanted.sizes) {
      for (const flavor of megabytes > peersUpToMb ? wanted.flavors.slice(0, 1) : wanted.flavors) {
        const measured = measure(self, folder, flavor, megabytes, wanted.peers)
        const aboveMb = measured.maxRssMb - empty.maxRssMb
        if (flavor === wanted.flavors[0]) memory.set(megabytes, aboveMb)
        lines.push(...measured.lines)
        lines.push(
          `  ${aboveMb.toFixed(0)} MB above an empty process${verdict('at most', aboveMb, memoryGoalMb, ' MB')}`,
        )
      }
    }
    const [small, large] = [memory.get(100), memory.get(largeMb)]
    if (small !== undefined && large !== undefined) {
      const ratio = large / small
      lines.push(`memory of 1 GB: ${ratio.toFixed(2)} × that of 100 MB${verdict('at most', ratio, flatGoal, ' ×')}`)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return lines
}

/** @throws Error for words that mean nothing */
function wantedBy(words: readonly string[]): Wanted {
  const after = (name: string) => (words.includes(name) ? words[words.indexOf(name) + 1]?.split(',') : undefined)
  const sizes = after('--sizes')?.map(Number) ?? [20, 100, largeMb]
  if (sizes.length === 0 || sizes.some((size) => !(size > 0))) throw new Error('--sizes takes megabytes: 20,100')
  const flavors = after('--flavors') ?? generatedFlavors.filter((flavor) => flavor !== 'postgres-syslog')
  const known = generatedFlavors.filter((flavor) => flavors.includes(flavor))
  if (known.length !== flavors.length) throw new Error(`--flavors takes some of ${generatedFlavors.join(',')}`)
  return { sizes, flavors: known, peers: !words.includes('--no-peers') }
}

interface Measured {
  readonly lines: readonly string[]
  readonly maxRssMb: number
}

function measure(
  self: string,
  folder: string,
  flavor: GeneratedFlavor,
  megabytes: number,
  withPeers: boolean,
): Measured {
  const path = join(folder, `${flavor}.log`)
  const truth = writeLog(path, flavor, megabytes * 1_000_000)
  const { peer, name } = peerFor(flavor)
  const asked = withPeers && megabytes <= peersUpToMb
  const raw: Figures[] = []
  const digest: Figures[] = []
  const byTwo: Figures[] = []
  const peerSeconds: number[] = []
  for (let round = 0; round < rounds; round++) {
    raw.push(run(self, 'raw', path))
    digest.push(run(self, 'digest', path))
    if (megabytes >= largeMb) byTwo.push(run(self, 'two-threads', path))
    if (asked && peer !== undefined && round < peerRounds) peerSeconds.push(peerCpuSeconds(peer, path))
  }
  for (const file of [path, `${path}.json`]) rmSync(file, { force: true })
  const [read, own] = [least(raw), least(digest)]
  const miscounted = [...digest, ...byTwo].filter(({ events }) => events !== truth.events)
  const exact = miscounted.length === 0 ? 'all entries counted' : `${miscounted[0]?.events} OF ${truth.events} ENTRIES`
  const { reading, peer: peerGoals } = goals[flavor] ?? {}
  const lines = [
    `${flavor} ${megabytes} MB: read ${read.toFixed(2)} s, digest ${own.toFixed(2)} s CPU, ${exact}`,
    `  ${(own / read).toFixed(2)} × reading${verdict('at most', own / read, reading?.[megabytes], ' ×')}`,
  ]
  if (byTwo.length > 0) lines.push(`  two threads: ${(least(byTwo) / own).toFixed(2)} × the CPU of one`)
  if (peerSeconds.length > 0) {
    const ratio = Math.min(...peerSeconds) / own
    const goal = verdict('at least', ratio, peerGoals?.[megabytes], ' ×')
    lines.push(`  ${ratio.toFixed(1)} × less CPU than ${name}${goal}`)
  } else if (asked) lines.push(`  NOT COMPARED with ${name}: not on the PATH`)
  return { lines, maxRssMb: Math.max(...digest.map(({ maxRssMb }) => maxRssMb)) }
}

function least(figures: readonly Figures[]): number {
  return Math.min(...figures.map(({ cpuSeconds }) => cpuSeconds))
}

function verdict(side: 'at most' | 'at least', found: number, goal: number | undefined, unit: string): string {
  if (goal === undefined) return ''
  const holds = side === 'at most' ? found <= goal : found >= goal
  return ` (goal ${side} ${goal}${unit}: ${holds ? 'holds' : 'DOES NOT HOLD'})`
}

/** Writes a generated log and gives its truth. */
function writeLog(path: string, flavor: GeneratedFlavor, bytes: number, seed = 1): LogTruth {
  const file = openSync(path, 'w')
  const log = generatedLog({ flavor, bytes, seed })
  let waiting = ''
  for (;;) {
    const { done, value } = log.next()
    if (done) {
      writeSync(file, waiting)
      closeSync(file)
      return value
    }
    waiting += value
    if (waiting.length > 1_000_000) {
      writeSync(file, waiting)
      waiting = ''
    }
  }
}

const tasks = ['empty', 'raw', 'digest', 'two-threads'] as const
type Task = (typeof tasks)[number]

function run(self: string, task: Task, path: string): Figures {
  const out = execFileSync(process.execPath, [self, task, path], { encoding: 'utf8' })
  return JSON.parse(out)
}

async function child(task: Task, path: string): Promise<void> {
  let events: number | undefined
  if (task === 'raw') await rawRead(path)
  if (task === 'digest' || task === 'two-threads')
    events = digestDocument(await readLogs([path], { threads: task === 'digest' ? 1 : 2 })).events
  const { user, system } = process.cpuUsage()
  process.stdout.write(JSON.stringify({ cpuSeconds: (user + system) / 1e6, maxRssMb: maxRssMb(), events }))
}

/** The most memory of this process. On Linux the figure of getrusage holds also what the parent had before the exec. */
function maxRssMb(): number {
  const own = '/proc/self/status'
  const told = existsSync(own) ? /VmHWM:\s+(\d+) kB/.exec(readFileSync(own, 'utf8'))?.[1] : undefined
  return (told === undefined ? process.resourceUsage().maxRSS : Number(told)) / 1024
}

async function rawRead(path: string): Promise<number> {
  let sum = 0
  for await (const chunk of createReadStream(path)) {
    for (let i = 0; i < chunk.length; i++) sum = (sum + chunk[i]) | 0
  }
  return sum
}

const [, script = '', asked = '', path = ''] = process.argv
const task = tasks.find((each) => each === asked)
if (/bench-digest\.cjs$/.test(script) && task !== undefined && (path === '' || existsSync(path))) {
  child(task, path).catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`)
    process.exitCode = 1
  })
}
