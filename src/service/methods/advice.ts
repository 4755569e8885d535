import { prove } from '../advice/prove'
import { whatIf } from '../advice/what-if'
import type { ServiceContext } from '../context'
import type { Area } from './area'

/** Advice tried without building it, and proved by building, measuring and undoing it. */
export function adviceMethods(context: ServiceContext): Area<'advice'> {
  return {
    'advice.whatIf': (request, { signal, progress }) => whatIf(context, request, signal, progress),
    'advice.prove': (request, { signal, progress }) => prove(context, request, signal, progress),
  }
}
