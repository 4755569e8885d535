import { fault } from '../errors'
import { type ConnectionTarget, smallestPoolBytes } from './model'
import type { Piece } from './url-piece'

type SandboxTarget = Extract<ConnectionTarget, { via: 'sandbox' }>

/**
 * Reads `pool=8M&direct=1` of a sandbox's URL.
 * @throws SargableError `bad-request` with the span of an unknown name or a bad value
 */
export function readSandboxOptions(
  query: Piece,
  product: SandboxTarget['product'],
): Pick<SandboxTarget, 'poolBytes' | 'directIo'> {
  const options: { poolBytes?: number; directIo?: boolean } = {}
  let rest = query
  while (rest.text !== '') {
    const end = rest.text.indexOf('&')
    const parameter = end === -1 ? rest : rest.to(end)
    rest = end === -1 ? rest.from(rest.text.length) : rest.from(end + 1)
    const [name = '', value = ''] = parameter.text.split('=')
    if (name !== 'pool' && name !== 'direct') {
      throw fault('bad-request', `A sandbox has no parameter "${name}".`, {
        hint: 'Use pool, such as pool=8M, and direct=1.',
        span: parameter.span,
      })
    }
    if (product === 'postgres') {
      throw fault('bad-request', `"${name}" is for sandboxes of MySQL and MariaDB.`, { span: parameter.span })
    }
    if (name === 'pool') options.poolBytes = poolBytes(value, parameter)
    else if (/^(|1|true|yes|on)$/i.test(value)) options.directIo = true
    else if (!/^(0|false|no|off)$/i.test(value)) {
      throw fault('bad-request', `"${value}" is neither true nor false.`, { span: parameter.span })
    }
  }
  return options
}

function poolBytes(value: string, { span }: Piece): number {
  const [, digits, unit = ''] = /^(\d{1,12})([KMG]?)$/i.exec(value) ?? []
  const bytes = Number(digits) * 1024 ** ' KMG'.indexOf(unit.toUpperCase() || ' ')
  if (digits === undefined || bytes < smallestPoolBytes) {
    throw fault('bad-request', `"${value}" is no size of a buffer pool.`, {
      hint: '5M or more, such as pool=8M.',
      span,
    })
  }
  return bytes
}

/** `?pool=8M&direct=1`; empty where the target says neither. */
export function sandboxOptionsText({ poolBytes, directIo }: SandboxTarget): string {
  const parts = [
    ...(poolBytes === undefined ? [] : [`pool=${poolBytes % 2 ** 20 === 0 ? `${poolBytes / 2 ** 20}M` : poolBytes}`]),
    ...(directIo ? ['direct=1'] : []),
  ]
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}
