import { readFile } from 'node:fs/promises'
import type { Tls } from '../../core/connection/model'
import { fault } from '../../core/errors'

/** PEM texts for the TLS options of Node and of both drivers. */
export interface TlsMaterial {
  readonly ca?: string
  readonly cert?: string
  readonly key?: string
}

/**
 * Reads the PEM files that a connection names.
 * @throws SargableError `file-unreadable` with the path.
 */
export async function readTlsFiles(tls: Tls): Promise<TlsMaterial> {
  const [ca, cert, key] = await Promise.all([pem(tls.caFile), pem(tls.certFile), pem(tls.keyFile)])
  return { ...(ca !== undefined && { ca }), ...(cert !== undefined && { cert }), ...(key !== undefined && { key }) }
}

async function pem(path: string | undefined): Promise<string | undefined> {
  if (path === undefined) return undefined
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw fault('file-unreadable', `The TLS file ${path} cannot be read.`, {
      hint: error instanceof Error ? error.message : 'Check the path and its permissions.',
    })
  }
}
