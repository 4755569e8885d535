import { mkdirSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Endpoint, mysqlServers, postgresServers } from '../../../tests/kit/servers'
import { experimentServer } from '../../../tests/live/experiment/servers'
import { testService } from '../../../tests/live/experiment/service'
import { bruteForce } from './brute-force'
import { type BenchServer, createIndex, type DatabasePair } from './database'
import { type BenchSchema, type Variant, variants } from './model'
import { mysqlServer } from './mysql-server'
import type { Place } from './place'
import { postgresServer } from './postgres-server'
import { prove } from './prove'
import { Remembered } from './remembered'
import { goalsHold, report } from './report'
import { improvableOf, type PlaceResult } from './result'
import { shopSchema } from './shop'
import { ssbSchema } from './ssb'
import { tpchSchema } from './tpch'

const usualServers = ['mysql80', 'mysql97', 'mariadb114', 'pg15']

interface Options {
  readonly quick: boolean
  /** Take experiments of earlier benches as well, for work on the advice. */
  readonly reuse: boolean
  readonly keep: boolean
  readonly count: boolean
  readonly servers: readonly string[]
  readonly schemas?: readonly string[]
  readonly only?: string
}

/**
 * Advice against the truth: every problem's advice really built and measured, and the best index that brute force finds
 * beside it. `--quick`: a third of the statements on one server; `--servers mysql80,pg15`; `--schemas shop`; `--only
 * WORDS`: statements whose name holds them; `--keep`: leave the databases for the next time; `--reuse`: take experiments
 * of earlier benches too; `--count`: count values first, as measuring does.
 */
export async function benchAdvice(root: string, args: readonly string[]): Promise<readonly string[]> {
  const options = optionsOf(args)
  const cacheFolder = process.env['SARGABLE_BENCH_CACHE'] ?? join(homedir(), '.cache/sargable-bench')
  mkdirSync(cacheFolder, { recursive: true })
  const endpoints = chosen(options)
  if (endpoints.length === 0) return ['NOT RUN: SARGABLE_SERVERS names no file with a server for it']
  const tpch = tpchSchema(root, cacheFolder)
  const schemas = [ssbSchema(root), ...(tpch ? [tpch] : []), shopSchema(root)].filter(
    ({ name }) => options.schemas?.includes(name) ?? true,
  )
  const results = (
    await Promise.all(endpoints.map((endpoint) => onServer(endpoint, schemas, options, cacheFolder)))
  ).flat()
  const path = join(cacheFolder, 'report.json')
  writeFileSync(path, JSON.stringify(results, null, 1))
  if (!goalsHold(results)) process.exitCode = 1
  return [
    ...(tpch ? [] : ['TPC-H NOT RUN: no tpchgen-cli here, and its Python package cannot be installed', '']),
    ...report(results),
    '',
    `As JSON: ${path}`,
  ]
}

function optionsOf(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      reuse: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      count: { type: 'boolean', default: false },
      servers: { type: 'string' },
      schemas: { type: 'string' },
      only: { type: 'string' },
    },
  })
  const { quick, reuse, keep, count, servers, schemas, only } = values
  return {
    quick,
    reuse,
    keep,
    count,
    servers: servers?.split(',') ?? [],
    ...(schemas !== undefined && { schemas: schemas.split(',') }),
    ...(only !== undefined && { only }),
  }
}

/** The servers that are asked for; else one MySQL, one MariaDB and one PostgreSQL of those that are here. */
function chosen({ servers, quick }: Options): readonly Endpoint[] {
  const here = [...mysqlServers, ...postgresServers]
  if (servers.length > 0) return here.filter(({ id }) => servers.includes(id))
  const usual = usualServers.flatMap((id) => here.find((endpoint) => endpoint.id === id) ?? [])
  const [first] = usual.filter(({ id }) => id.startsWith('mysql'))
  const others = usual.filter(({ id }) => !id.startsWith('mysql'))
  return [...(first ? [first] : []), ...others].slice(0, quick ? 1 : undefined)
}

async function onServer(
  endpoint: Endpoint,
  schemas: readonly BenchSchema[],
  options: Options,
  cacheFolder: string,
): Promise<readonly PlaceResult[]> {
  const server = endpoint.kind === 'pg' ? await postgresServer(endpoint) : await mysqlServer(endpoint)
  const remembered = new Remembered(join(cacheFolder, `${endpoint.id}.json`))
  const results: PlaceResult[] = []
  try {
    for (const schema of schemas) {
      say(endpoint.id, `loading ${schema.name}`)
      const databases = await server.prepare(schema)
      for (const variant of variants) {
        if (variant === 'indexed') await buildIndexes(databases, schema, server)
        const place: Place = {
          server: endpoint.id,
          family: server.family,
          databases,
          remembered,
          key: [server.versionText, schema.dataVersion, variant],
        }
        results.push(await onPlace(place, schema, variant, options, endpoint))
        remembered.save()
      }
      if (!options.keep) await server.drop(schema)
    }
  } finally {
    remembered.save()
    await server.close()
  }
  return results
}

async function onPlace(
  place: Place,
  schema: BenchSchema,
  variant: Variant,
  options: Options,
  endpoint: Endpoint,
): Promise<PlaceResult> {
  const startedAt = performance.now()
  const { only } = options
  const statements = schema
    .statements(place.family)
    .filter(({ name }, at) => (only === undefined || name.includes(only)) && (!options.quick || at % 3 === 0))
  const title = `${schema.name} ${variant}`
  const service = testService()
  try {
    const open = (database: string) => service.open(experimentServer(endpoint, database).target, endpoint.password)
    const connections = {
      service,
      count: options.count,
      asIs: await open(place.databases.asIs.name),
      trial: await open(place.databases.trial.name),
    }
    const proofs = await prove(place, statements, connections, !options.reuse, (words) =>
      say(endpoint.id, `${title}: advice, ${words}`),
    )
    const best = await bruteForce(place, schema, statements, (done, total) => {
      if (done % 25 === 0 || done === total) say(endpoint.id, `${title}: brute force, ${done} of ${total} indexes`)
    })
    return {
      server: endpoint.id,
      schema: schema.name,
      variant,
      statements: statements.length,
      proofs,
      improvable: improvableOf(best, proofs.proofs),
      seconds: (performance.now() - startedAt) / 1000,
    }
  } finally {
    await service.close()
  }
}

async function buildIndexes({ asIs, trial }: DatabasePair, schema: BenchSchema, { family }: BenchServer) {
  for (const database of [asIs, trial]) {
    for (const index of schema.indexes(family)) {
      await database.exec(createIndex(index, `${index.table}_${index.columns.join('_')}`))
    }
  }
}

function say(server: string, words: string): void {
  process.stderr.write(`  ${server}: ${words}\n`)
}
