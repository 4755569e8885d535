import type { AccessContext } from '../../keyparts/access-context'
import type { ColumnName } from '../../keyparts/expression'
import type { Predicate } from '../../keyparts/predicate'

/**
 * What a block's equalities imply of one table and are not said of it: from `a.x = b.x AND b.x = c.x` comes `a.x = c.x`,
 * from `a.x = b.x AND b.x = 7` comes `a.x = 7`. Optimizers draw the same conclusions.
 */
export function equalColumns(predicates: readonly Predicate[], access: AccessContext): readonly Predicate[] {
  const groups: { readonly columns: Map<string, ColumnName>; readonly from: Predicate }[] = []
  const constants = new Map<string, Predicate>()
  for (const predicate of predicates) {
    const { kind, column, references, expression, fromOr, castTo, collation } = predicate
    if (kind !== 'equality' || column === undefined || expression !== undefined || fromOr || castTo || collation)
      continue
    const own = keyOf(column, access)
    if (own === undefined) continue
    const [other] = references
    if (other === undefined) constants.set(own, predicate)
    else if (references.length === 1 && predicate.columns.length === 2)
      join(groups, own, column, predicate, other, access)
  }
  return groups.flatMap(({ columns, from }) => {
    const own = [...columns].filter(([, column]) => access.owns(column))
    return own.flatMap(([key, column]): readonly Predicate[] => {
      const others = [...columns].filter(([other, { table }]) => other !== key && table !== column.table)
      const said = (other: string) =>
        predicates.some(
          (one) =>
            one.column !== undefined &&
            keyOf(one.column, access) === key &&
            one.references.some((reference) => keyOf(reference, access) === other),
        )
      const implied = others
        .filter(([other]) => !said(other))
        .map(
          ([, other]): Predicate => ({
            ...from,
            column,
            columns: [column, other],
            references: [other],
            comparedWith: `= ${other.table === undefined ? '' : `${other.table}.`}${other.name}`,
          }),
        )
      const value = constants.has(key) ? undefined : [...columns.keys()].flatMap((one) => constants.get(one) ?? [])[0]
      return value === undefined ? implied : [...implied, { ...value, column, columns: [column] }]
    })
  })
}

function join(
  groups: { columns: Map<string, ColumnName>; from: Predicate }[],
  key: string,
  column: ColumnName,
  from: Predicate,
  other: ColumnName,
  access: AccessContext,
): void {
  const otherKey = keyOf(other, access)
  if (otherKey === undefined) return
  const found = groups.filter(({ columns }) => columns.has(key) || columns.has(otherKey))
  const merged = new Map(found.flatMap(({ columns }) => [...columns]))
  merged.set(key, { ...column, table: key.split('\0')[0] })
  merged.set(otherKey, { ...other, table: otherKey.split('\0')[0] })
  for (const group of found) groups.splice(groups.indexOf(group), 1)
  groups.push({ columns: merged, from })
}

/** Table and column in one word; undefined where the table is not certain. */
function keyOf(column: ColumnName, { aliasOf }: AccessContext): string | undefined {
  const table = aliasOf(column)
  return table === undefined ? undefined : `${table}\0${column.name.toLowerCase()}`
}
