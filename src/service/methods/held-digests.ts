import { digestDiff } from '../../core/digest/diff/diff'
import { digestDocument } from '../../core/digest/document'
import { digestDiffReport } from '../../report/digest-diff/index'
import type { ServiceContext } from '../context'
import { withPrefix } from '../digest/live'
import type { Area } from './area'

/** Digests that screens look at in pages. */
export function heldDigestMethods(
  context: ServiceContext,
): Omit<Area<'digest'>, 'digest.run' | 'digest.follow' | 'digest.offers'> {
  const { digests } = context
  const nameOf = (digestId: string) => digests.get(digestId).about.name
  const documentOf = (digestId: string) => digestDocument(digests.get(digestId).sum)
  return {
    'digest.open': async ({ prefixFrom, ...order }, { signal, progress }) =>
      digests.open(await withPrefix(context, order, prefixFrom, signal), signal, progress),
    'digest.again': async ({ digestId, ...look }, { signal, progress }) =>
      digests.again(digestId, look, signal, progress),
    'digest.view': async ({ digestId, view }) => digests.get(digestId).lens.view(view),
    'digest.shape': async ({ digestId, shape }) => digests.shape(digestId, shape),
    'digest.compare': async ({ a, b }) => digestDiff(documentOf(a), documentOf(b), { a: nameOf(a), b: nameOf(b) }),
    'digest.report': async ({ document, format }) => ({ text: digestDiffReport(document, format) }),
    'digest.document': async ({ digestId }) => documentOf(digestId),
    'digest.close': async ({ digestId }) => {
      digests.close(digestId)
      return null
    },
  }
}
