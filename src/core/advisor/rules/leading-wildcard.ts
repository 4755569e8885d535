import type { Table } from '../../catalog/model'
import { quoteName } from '../../dialects/mysql-family'
import { atLeast, type EngineIdentity } from '../../engine'
import { formatCount } from '../../figures'
import { columnTypeOf } from '../../keyparts/column-type'
import type { Predicate } from '../../keyparts/predicate'
import type { AdviceFacts } from '../facts'
import { type AccessDesign, designsFor } from '../index-design/designs-for'
import { indexAdvice } from '../index-design/index-advice'
import { indexName } from '../index-design/index-ddl'
import { specialDesign } from '../index-design/special-design'
import type { Advice, Finding } from '../model'
import { rule } from '../rule'

export const leadingWildcard = rule({
  id: 'leading-wildcard',
  title: 'A pattern that begins with a wildcard searches no B-tree',
  group: 'sargability',
  families: ['mysql', 'postgres'],
  needs: ['statement', 'catalog', 'plan'],
  limits: {
    leastRows: { value: 1000, about: 'rows, or index entries, that are read' },
  },
  doc: {
    when: 'LIKE has a pattern that begins with % or _, and many rows are read.',
    why: 'A B-tree is sorted by the beginning of its values. Without a beginning every value has to be looked at.',
    schema: 'CREATE TABLE person (id INT NOT NULL PRIMARY KEY, email VARCHAR(100) NOT NULL, note VARCHAR(200))',
    bad: "SELECT id, note FROM person WHERE email LIKE '%7@example.net'",
    better: "SELECT id, note FROM person WHERE email = 'user7@example.net'",
    notWhen: [
      'The pattern can begin with what is known: with a literal beginning a B-tree serves.',
      'A full-text index finds words, not parts of words: it does not give the same rows.',
    ],
    source: 'MySQL manual, "Comparison of B-Tree and Hash Indexes"; PostgreSQL manual, "pg_trgm".',
  },
  *check(facts, { leastRows }) {
    for (const found of designsFor(facts)) {
      if (found.now.entries < leastRows) continue
      const { access } = found
      // An index of another kind serves it already.
      if (access.access.indexes.some(({ name }) => isOfParts(access.table, name))) continue
      const seen = new Set<string>()
      for (const predicate of [...access.sqlPredicates, ...access.planPredicates]) {
        const { column, obstacle, literal } = predicate
        if (obstacle !== 'leading-wildcard' || column === undefined || !access.owns(column) || literal === undefined)
          continue
        const name = access.table.columns.find((one) => one.name.toLowerCase() === column.name.toLowerCase())?.name
        if (name === undefined || seen.has(name)) continue
        seen.add(name)
        yield finding(found, predicate, name, literal.value, facts)
      }
    }
  },
})

function isOfParts({ indexes }: Table, name: string): boolean {
  return indexes.some((index) => index.name === name && ['gin', 'gist', 'fulltext'].includes(index.method ?? ''))
}

function finding(
  found: AccessDesign,
  predicate: Predicate,
  column: string,
  pattern: string,
  facts: AdviceFacts,
): Finding {
  const { table } = found.demand
  const advice =
    facts.family === 'postgres'
      ? trigram(found, column, pattern, facts)
      : reversed(found, predicate, column, pattern, facts)
  const isInStatement = found.access.sqlPredicates.includes(predicate)
  return {
    rule: 'leading-wildcard',
    severity: 'warning',
    title: `\`${column} LIKE '${pattern}'\` begins with a wildcard: no B-tree index of ${table.name} is searched by it`,
    explanation: `About ${formatCount(Math.round(found.now.entries))} rows are read, and the pattern is compared with each.`,
    nodes: [found.access.node.id],
    evidence: [
      {
        kind: 'sql',
        text: predicate.text,
        nodeId: found.access.node.id,
        ...(isInStatement && { sqlSpan: predicate.span }),
      },
    ],
    confidence: 'structural',
    advice: advice === undefined ? [] : [advice],
  }
}

/** PostgreSQL: groups of three characters in a GIN index find any part of a text that has that many. */
function trigram(found: AccessDesign, column: string, pattern: string, facts: AdviceFacts): Advice | undefined {
  const { table } = found.demand
  const isThere = table.indexes.some(
    ({ method, parts }) => (method === 'gin' || method === 'gist') && parts.some((part) => part.column === column),
  )
  if (isThere || !/[^%_\\]{3}/.test(pattern)) return undefined
  const part = { column, opclass: 'gin_trgm_ops', descending: false, role: 'range', narrows: 'seek' } as const
  const expectedRows = Math.max(1, (table.rows ?? 1) * trigramShare)
  const design = specialDesign(found, [part], { method: 'gin', expectedRows, assumed: true, saves: 0.9 })
  const advice = indexAdvice(design, found, facts)
  const extension = { apply: 'CREATE EXTENSION IF NOT EXISTS pg_trgm', undo: "SELECT 'pg_trgm stays installed'" }
  return {
    ...advice,
    variant: { ...advice.variant, ddl: [extension, ...advice.variant.ddl] },
    preconditions: [
      {
        text: 'The extension pg_trgm can be installed.',
        status: 'unknown',
        how: "SELECT 1 FROM pg_available_extensions WHERE name = 'pg_trgm'",
      },
    ],
    tradeOffs: [...advice.tradeOffs, 'A GIN index of trigrams is large, and slow to write.'],
  }
}

const trigramShare = 0.01

/** MySQL and MariaDB: `%x` is `x%` of the value written backwards, which a generated column keeps. */
function reversed(
  found: AccessDesign,
  { span }: Predicate,
  column: string,
  pattern: string,
  facts: AdviceFacts,
): Advice | undefined {
  const { access, demand } = found
  const { table } = demand
  const own = table.columns.find(({ name }) => name === column)
  const end = /^%([^%\\]+)$/.exec(pattern)?.[1]
  const type = own && columnTypeOf(own.type)
  const written = facts.sql.slice(span.start, span.end)
  if (!own || !end || type?.name !== 'varchar' || !keepsGenerated(facts.engine) || !/\blike\b/i.test(written))
    return undefined
  const name = `${column.slice(0, 50)}_reversed`
  if (table.columns.some((one) => one.name.toLowerCase() === name.toLowerCase())) return undefined
  const like = `${quoteName(access.alias)}.${quoteName(name)} LIKE '${[...end].reverse().join('').replace(/'/g, "''")}%'`
  const index = indexName({ table, parts: [{ column: name, descending: false, role: 'range', narrows: 'seek' }] })
  const on = `${table.schema === '' ? '' : `${quoteName(table.schema)}.`}${quoteName(table.name)}`
  const charset =
    own.charset === undefined
      ? ''
      : ` CHARACTER SET ${own.charset}${own.collation === undefined ? '' : ` COLLATE ${own.collation}`}`
  return {
    kind: 'change-schema',
    title: `Keep \`${column}\` written backwards in ${table.name}, with an index, and ask for its beginning`,
    variant: {
      sql: `${facts.sql.slice(0, span.start)}${like}${facts.sql.slice(span.end)}`,
      session: [],
      ddl: [
        {
          apply: `ALTER TABLE ${on} ADD COLUMN ${quoteName(name)} ${own.type}${charset} AS (REVERSE(${quoteName(column)})) VIRTUAL, ADD KEY ${quoteName(index)} (${quoteName(name)})`,
          undo: `ALTER TABLE ${on} DROP KEY ${quoteName(index)}, DROP COLUMN ${quoteName(name)}`,
        },
      ],
    },
    index: { table: table.name, name: index, parts: [name] },
    equivalence: 'same-set',
    preconditions: [],
    tradeOffs: [
      `The statement has to ask for \`${name}\`.`,
      `SELECT * and INSERT without a list of columns see one column more.`,
      `One more index to keep on every INSERT, DELETE, and UPDATE of ${column}.`,
    ],
    notWhen: ['Most values end so.', `${table.name} is written far more often than this statement runs.`],
  }
}

/** Virtual columns with an index: MySQL 5.7 and MariaDB 10.2. */
function keepsGenerated(engine: EngineIdentity | undefined): boolean {
  if (!engine) return false
  return engine.product === 'mariadb' ? atLeast(engine.version, 10, 2, 3) : atLeast(engine.version, 5, 7)
}
