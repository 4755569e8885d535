import type { SampleSummary } from '../../../core/samples/model'
import { productName } from '../../frame/product-name'
import { connectionAtom } from '../atoms'
import { activeBufferAtom } from '../buffers'
import { attempt } from '../service'
import { dialogAtom, samplesAtom } from '../session'
import { store } from '../store'
import { adoptConnection, rememberOpened } from './connect'
import { explain } from './explain'
import { tellFault } from './notices'
import { openTab } from './tabs'
import { beginWork } from './work'

export type SampleServer = SampleSummary['servers'][number]

export async function refreshSamples(): Promise<void> {
  const outcome = await attempt('samples.list', {})
  if (outcome.ok) store.set(samplesAtom, outcome.reply)
}

/** Loads the sample into a database of its own on the open connection; the card says what will be written. */
export async function openSampleHere(sample: SampleSummary, consent = false): Promise<void> {
  const connection = store.get(connectionAtom)
  if (!connection) return
  const work = beginWork(`Loading "${sample.title}" on ${connection.name}`)
  const outcome = await attempt(
    'samples.open',
    { name: sample.name, connectionId: connection.connectionId, consent },
    { signal: work.signal, onEvent: work.onEvent },
  )
  work.end()
  if (!outcome.ok) {
    const { card } = outcome.fault
    if (outcome.fault.code === 'needs-consent' && card)
      store.set(dialogAtom, {
        kind: 'consent',
        card,
        production: false,
        send: () => void openSampleHere(sample, true),
      })
    else tellFault(outcome.fault, { title: 'Try again', run: () => void openSampleHere(sample) })
    return
  }
  await adoptConnection({ ...outcome.reply.connection, name: connection.name })
  await explainOpened(sample, outcome.reply.sql)
}

/** Starts the sample's server, loads it, opens its statement in a tab and explains it. */
export async function openSample(sample: SampleSummary, on?: SampleServer): Promise<void> {
  const work = beginWork(`Opening "${sample.title}"`)
  const outcome = await attempt(
    'samples.open',
    { name: sample.name, ...(on ? { on } : {}) },
    { signal: work.signal, onEvent: work.onEvent },
  )
  work.end()
  if (!outcome.ok) {
    tellFault(outcome.fault, { title: 'Try again', run: () => void openSample(sample, on) })
    return
  }
  const { sql } = outcome.reply
  const { product } = outcome.reply.connection.engine
  const name = product === 'pglite' ? 'Embedded PostgreSQL' : `Sandbox ${productName(product)}`
  const connection = { ...outcome.reply.connection, name }
  await adoptConnection(connection)
  rememberOpened(
    connection.engine.product === 'pglite'
      ? { via: 'pglite' }
      : { via: 'sandbox', product: sandboxProduct(connection.engine.product) },
    connection.name,
  )
  await explainOpened(sample, sql)
}

async function explainOpened(sample: SampleSummary, sql: string): Promise<void> {
  openTab(sql, sample.name)
  await explain({ bufferId: store.get(activeBufferAtom).id, text: sql, start: 0 }, { measure: false })
}

function sandboxProduct(product: string): 'mysql' | 'mariadb' | 'postgres' {
  return product === 'mariadb' || product === 'postgres' ? product : 'mysql'
}
