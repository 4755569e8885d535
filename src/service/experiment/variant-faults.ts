import { SargableError } from '../../core/errors'

/** Runs a check, whose fault then says which variant it speaks of. */
export function forVariant<Result>(name: string, check: () => Result): Result {
  try {
    return check()
  } catch (thrown) {
    throw namingVariant(thrown, name)
  }
}

/** The same error, beginning with the variant's name. */
export function namingVariant(thrown: unknown, name: string): unknown {
  if (!(thrown instanceof SargableError)) return thrown
  return new SargableError({ ...thrown.fault, message: `${name}: ${thrown.fault.message}` })
}
