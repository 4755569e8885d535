// Protects the samples as people open them: on a private server, with everything in sight that their pages promise.
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sampleDocumentSchema } from '../../src/core/samples/model'
import { sandboxAvailability } from '../../src/sandbox/index'
import { listSamples, serversOf } from '../../src/service/samples'
import { sargable } from '../kit/cli'

const root = join(import.meta.dirname, '../..')
const featured = (await listSamples(join(root, 'samples'))).filter((sample) => sample.file.featured !== undefined)
const sandboxes = await sandboxAvailability({ appFolder: root, cacheFolder: root })
const here = (server: string) => server === 'pglite' || sandboxes.some((one) => one.product === server && one.available)

test('the first screen has three samples', () => expect(featured).toHaveLength(3))

describe.each(featured.map((sample) => ({ name: sample.name, sample })))('$name', ({ name, sample }) => {
  test.each(serversOf(sample.file).filter(here))('on a private %s', { timeout: 180_000 }, async (server) => {
    const run = await sargable(['samples', 'run', name, '--on', server, '--json'])
    const document = sampleDocumentSchema.parse(JSON.parse(run.stdout))
    expect(document.checks.filter((check) => !check.holds)).toEqual([])
    expect(document.analysis.plans.flatMap((plan) => plan.notes)).toEqual([])
    expect(run.code).toBe(0)
  })
})
