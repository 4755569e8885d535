import type { TypedValue } from './typed-value'

/** Values of `?` and `%s` in the order of the text, of `:name`, `%(name)s` and `$1` by name (without the signs). */
export interface PlaceholderValues {
  readonly positional?: readonly TypedValue[] | undefined
  readonly named?: Readonly<Record<string, TypedValue>> | undefined
}

/** Of `$1`, also the position; nothing that objects have by birth. */
export function namedValue({ named, positional }: PlaceholderValues, name: string): TypedValue | undefined {
  if (named !== undefined && Object.hasOwn(named, name)) return named[name]
  return /^\d+$/.test(name) ? positional?.[Number(name) - 1] : undefined
}

/** Words for the values that no placeholder took. `position`: how many were taken in the order of the text. */
export function unusedNotes(
  { positional = [], named = {} }: PlaceholderValues,
  used: ReadonlySet<string>,
  position: number,
): string[] {
  const numbers = [...used].filter((name) => /^\d+$/.test(name)).map(Number)
  const extra = positional.length - Math.max(position, ...numbers)
  const unused = Object.keys(named).filter((name) => !used.has(name))
  return [
    ...(extra > 0 ? [`${extra} of the values have no placeholder.`] : []),
    ...unused.map((name) => `The statement has no placeholder :${name}.`),
  ]
}
