import { fault } from '../../core/errors'
import type { ServiceContext } from '../context'
import type { Area } from './area'

/** Digests that screens look at in pages. */
export function heldDigestMethods(_context: ServiceContext): Omit<Area<'digest'>, 'digest.run'> {
  const later = async (): Promise<never> => {
    throw fault('unsupported', 'Not yet.')
  }
  return {
    'digest.open': later,
    'digest.again': later,
    'digest.view': later,
    'digest.shape': later,
    'digest.compare': later,
    'digest.document': later,
    'digest.close': later,
  }
}
