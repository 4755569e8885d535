import type { PlanFormatId } from '../model'

/**
 * The objects whose keys are data and not vocabulary, by format: names of settings, names of indexes. Written as the
 * key under which the object stands, or as `parent.key` where the key alone has another meaning elsewhere. Every other
 * object of a JSON plan has a closed list of keys, and any other key in it is a note.
 */
export const dataKeyedObjects: Readonly<Partial<Record<PlanFormatId, ReadonlySet<string>>>> = {
  // EXPLAIN (SETTINGS): {"work_mem": "64kB"}
  'postgres-json': new Set(['Settings']),
  'postgres-yaml': new Set(['Settings']),
  'postgres-xml': new Set(['Settings']),
  // range-checked-for-each-record: {"r_keys": {"range": {"ix_total": 100}}}
  'mariadb-json': new Set(['r_keys.range']),
}
