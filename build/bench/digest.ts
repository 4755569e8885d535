import { execFileSync } from 'node:child_process'
import { closeSync, createReadStream, existsSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { digestDocument } from '../../src/core/digest/document'
import { readLogs } from '../../src/service/digest/read-logs'
import { type GeneratedFlavor, generatedLog, type LogTruth } from './generated-log'

/** What the digest may cost, in times of merely reading the file (createReadStream and a loop over the bytes). */
const goals: readonly (readonly [flavor: GeneratedFlavor, megabytes: number, goal: number | undefined])[] = [
  ['mysql', 20, undefined],
  ['mysql', 100, 3],
  ['mysql-extra', 100, undefined],
  ['percona', 100, undefined],
  ['mariadb', 100, undefined],
  ['postgres-stderr', 100, 3],
  ['postgres-csv', 100, 4],
  ['postgres-json', 100, 4],
]
const largeGoals: typeof goals = [['mysql', 1000, 2.5]]
const rounds = 3

interface Figures {
  readonly cpuSeconds: number
  readonly maxRssMb: number
  readonly events?: number
}

/**
 * CPU of whole processes, the least of interleaved rounds. With SARGABLE_BENCH_LARGE also 1 GB.
 * @param self this bundle, run again as the children
 */
export function benchDigest(self: string): readonly string[] {
  const folder = join(tmpdir(), `sargable-bench-digest-${process.pid}`)
  mkdirSync(folder)
  const lines: string[] = []
  try {
    const empty = run(self, 'empty', '')
    lines.push(`an empty process: ${empty.maxRssMb.toFixed(0)} MB`)
    for (const [flavor, megabytes, goal] of process.env['SARGABLE_BENCH_LARGE'] ? [...goals, ...largeGoals] : goals) {
      const path = join(folder, `${flavor}.log`)
      const truth = writeLog(path, flavor, megabytes * 1_000_000)
      const raw: Figures[] = []
      const digest: Figures[] = []
      for (let round = 0; round < rounds; round++) {
        raw.push(run(self, 'raw', path))
        digest.push(run(self, 'digest', path))
      }
      rmSync(path)
      const least = (figures: readonly Figures[]) => Math.min(...figures.map(({ cpuSeconds }) => cpuSeconds))
      const memory = Math.max(...digest.map(({ maxRssMb }) => maxRssMb)) - empty.maxRssMb
      const exact =
        digest[0]?.events === truth.events ? 'all entries counted' : `${digest[0]?.events} of ${truth.events} ENTRIES`
      const ratio = least(digest) / least(raw)
      lines.push(
        `${flavor} ${megabytes} MB: read ${least(raw).toFixed(2)} s, digest ${least(digest).toFixed(2)} s CPU, ${ratio.toFixed(2)} ×${goal === undefined ? '' : ` (goal ${goal})`}, ${memory.toFixed(0)} MB above an empty process, ${exact}`,
      )
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return lines
}

/** Writes a generated log and gives its truth. */
export function writeLog(path: string, flavor: GeneratedFlavor, bytes: number, seed = 1): LogTruth {
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

function run(self: string, task: string, path: string): Figures {
  const out = execFileSync(process.execPath, [self, task, path], { encoding: 'utf8' })
  return JSON.parse(out)
}

async function child(task: string, path: string): Promise<void> {
  let events: number | undefined
  if (task === 'raw') await rawRead(path)
  if (task === 'digest') events = digestDocument(await readLogs([path])).events
  const { user, system } = process.cpuUsage()
  const maxRssMb = process.resourceUsage().maxRSS / 1024
  process.stdout.write(JSON.stringify({ cpuSeconds: (user + system) / 1e6, maxRssMb, events }))
}

async function rawRead(path: string): Promise<number> {
  let sum = 0
  for await (const chunk of createReadStream(path)) {
    for (let i = 0; i < chunk.length; i++) sum = (sum + chunk[i]) | 0
  }
  return sum
}

const [, script = '', task = '', path = ''] = process.argv
if (
  /bench-digest\.cjs$/.test(script) &&
  ['empty', 'raw', 'digest'].includes(task) &&
  (path === '' || existsSync(path))
) {
  child(task, path).catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`)
    process.exitCode = 1
  })
}
