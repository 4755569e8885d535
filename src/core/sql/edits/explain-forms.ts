import { atLeast } from '../../engine'
import type { EditContext } from './model'

/** A whole prefix, and nothing that could reach into the statement. */
const prefix = /^(EXPLAIN|DESCRIBE|DESC|ANALYZE)(\s+(ANALYZE|EXTENDED|PARTITIONS|FORMAT\s*=\s*\w+|INTO\s+@\w+))*$/i

/** Does the prefix run the statement? */
export function runsStatement(form: string): boolean {
  return /\bANALYZE\b/i.test(form)
}

/** Why a server does not take a prefix (`EXPLAIN FORMAT=TREE`); undefined when it does. Tried on all supported servers. */
export function whyNotExplained(form: string, { dialect, version }: EditContext): string | undefined {
  if (!prefix.test(form)) return `This does not explain a statement: ${form}`
  const mysql = dialect === 'mysql'
  const before = (major: number, minor: number, patch: number) =>
    version !== undefined && !atLeast(version, major, minor, patch)
  if (/^ANALYZE/i.test(form)) {
    return mysql ? 'ANALYZE around a statement is MariaDB’s; MySQL has EXPLAIN ANALYZE.' : undefined
  }
  if (runsStatement(form)) {
    if (!mysql) return 'EXPLAIN ANALYZE is MySQL’s; MariaDB has ANALYZE around a statement.'
    if (before(8, 0, 18)) return 'MySQL before 8.0.18 has no EXPLAIN ANALYZE.'
  }
  if (/FORMAT\s*=\s*TREE/i.test(form)) {
    if (!mysql) return 'FORMAT=TREE is a format of MySQL.'
    if (before(8, 0, 16)) return 'MySQL before 8.0.16 has no FORMAT=TREE.'
  }
  const old = /\b(EXTENDED|PARTITIONS)\b/i.test(form)
  if (old && mysql && version !== undefined && !before(8, 0, 12)) {
    return 'EXTENDED and PARTITIONS are what EXPLAIN of MySQL 8.0.12 and later always shows.'
  }
  return undefined
}
