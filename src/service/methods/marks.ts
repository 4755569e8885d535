import { listMarks, setMark } from '../../history/shape-marks'
import type { ServiceContext } from '../context'
import type { Area } from './area'

/** What was said of shapes. */
export function markMethods(context: ServiceContext): Area<'marks'> {
  return {
    'marks.list': async () => listMarks(context.store()),
    'marks.set': async ({ mark }) => {
      setMark(context.store(), mark)
      return null
    },
  }
}
