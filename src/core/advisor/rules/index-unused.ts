import type { Index, Table } from '../../catalog/model'
import { quoteName } from '../../dialects/mysql-family'
import { atLeast, type EngineIdentity } from '../../engine'
import { formatBytes, formatCount } from '../../figures'
import type { AdviceFacts } from '../facts'
import { dropIndexDdl } from '../index-design/index-ddl'
import { tableText } from '../keys/table-text'
import type { Advice, Finding } from '../model'
import { rule } from '../rule'

const secondsOfDay = 86_400

export const indexUnused = rule({
  id: 'index-unused',
  title: 'Nobody reads an index',
  group: 'index hygiene',
  families: ['mysql', 'postgres'],
  needs: ['catalog'],
  limits: {
    leastDays: {
      value: 7,
      about: 'days for which the server must have counted; where it does not tell, it is asked for',
    },
    leastRows: { value: 1000, about: 'rows of the table' },
  },
  doc: {
    when: 'The server has counted no read of an index since it counts, and this statement does not read it either.',
    why: 'Each index is written, logged and kept in memory, whether it is read or not.',
    schema:
      'CREATE TABLE entry (id INT NOT NULL PRIMARY KEY, account INT NOT NULL, mark INT NOT NULL); CREATE INDEX account ON entry (account); CREATE INDEX mark ON entry (mark)',
    bad: 'SELECT mark FROM entry WHERE account = 7',
    better: 'SELECT mark FROM entry WHERE account = 7',
    remedy: 'DROP INDEX mark',
    notWhen: [
      'The server counts for less than a month, a quarter, whatever the rarest report waits for.',
      'It is unique or serves a foreign key: then it keeps a rule.',
      'Replicas read it: each server counts for itself.',
    ],
    source: 'MySQL manual, sys.schema_unused_indexes; PostgreSQL manual, pg_stat_all_indexes.',
  },
  *check(facts, { leastDays, leastRows }) {
    for (const table of facts.catalog?.tables ?? []) {
      const { readsCountedSeconds: seconds } = table
      if ((table.rows ?? 0) < leastRows || (seconds !== undefined && seconds < leastDays * secondsOfDay)) continue
      for (const index of table.indexes) {
        const isRead = facts.keyUse.some((use) => use.chosen && use.table === table.name && use.index === index.name)
        if (index.reads === 0 && !isRead && canGo(index, table)) yield finding(table, index, facts)
      }
    }
  },
})

/** It keeps no rule: not unique, of no foreign key that no other index serves, and in use at all. */
function canGo(index: Index, { foreignKeys, indexes, primaryKey }: Table): boolean {
  if (index.unique || !index.visible || index.name === 'PRIMARY') return false
  const columns = index.parts.map(({ column }) => column)
  if (primaryKey !== undefined && primaryKey.join() === columns.join()) return false
  const begins = (one: Index, key: readonly string[]) => key.every((column, at) => one.parts[at]?.column === column)
  return !foreignKeys.some(
    (key) => begins(index, key.columns) && !indexes.some((other) => other !== index && begins(other, key.columns)),
  )
}

function finding(table: Table, index: Index, facts: AdviceFacts): Finding {
  const { readsCountedSeconds: seconds } = table
  const since =
    seconds === undefined
      ? 'since it counts, which it does not say since when'
      : `in ${formatCount(Math.floor(seconds / secondsOfDay))} days`
  const size = index.bytes === undefined ? '' : ` It takes ${formatBytes(index.bytes)}.`
  return {
    rule: 'index-unused',
    severity: 'hint',
    title: `Nobody has read \`${index.name}\` of ${table.name}`,
    explanation: `The server has counted no read of it ${since}; every write of ${table.name} keeps it.${size}`,
    nodes: [],
    evidence: [
      { kind: 'counter', text: `Reads of ${index.name}: 0 ${since}`, value: 0, unit: 'reads' },
      {
        kind: 'index',
        text: `${index.name} (${index.parts.map(({ column, expression }) => column ?? expression).join(', ')})`,
      },
    ],
    confidence: 'measured',
    savableFraction: 0,
    advice: [advice(table, index, facts)],
  }
}

/** What can be taken back at once comes first: hidden, then dropped. */
function advice(table: Table, index: Index, facts: AdviceFacts): Advice {
  const hide = hideDdl(table, index, facts.engine)
  const isSure = table.readsCountedSeconds !== undefined
  return {
    kind: isSure ? 'drop-index' : 'investigate',
    title: hide
      ? `Hide \`${index.name}\` of ${table.name} for a while, then drop it`
      : `Drop \`${index.name}\` of ${table.name} once it is certain that nobody needs it`,
    variant: { sql: facts.sql, session: [], ddl: [hide ?? dropIndexDdl(table, index, facts.family)] },
    index: {
      table: table.name,
      name: index.name,
      parts: index.parts.map(({ column, expression }) => column ?? `(${expression})`),
    },
    equivalence: 'identical',
    preconditions: [
      {
        text: 'The server has counted through every report and job that runs.',
        status: 'unknown',
        how: isSure
          ? 'Compare how long it has counted with what runs rarest.'
          : 'The server does not tell since when it counts: note the counts, and look again after a while.',
      },
      { text: 'No replica reads it.', status: 'unknown', how: 'Ask the same of every replica.' },
    ],
    tradeOffs: ['A statement that runs rarely may need it: making it again takes a while.'],
    notWhen: ['Something that runs once a month or once a quarter needs it.', 'Statements name it in a hint.'],
    expected: { method: 'measured' },
  }
}

function hideDdl(table: Table, index: Index, engine: EngineIdentity | undefined) {
  if (engine?.family !== 'mysql') return undefined
  const isMariadb = engine.product === 'mariadb'
  if (!(isMariadb ? atLeast(engine.version, 10, 6) : atLeast(engine.version, 8))) return undefined
  const on = `ALTER TABLE ${tableText(table, 'mysql')} ALTER INDEX ${quoteName(index.name)}`
  const [hidden, shown] = isMariadb ? ['IGNORED', 'NOT IGNORED'] : ['INVISIBLE', 'VISIBLE']
  return { apply: `${on} ${hidden}`, undo: `${on} ${shown}` }
}
