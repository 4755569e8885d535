import type { ConnectionTarget } from '../../core/connection/model'
import { productName } from '../frame/product-name'

/** Where a target is, in a few words: "MySQL, db1.shop.internal:3306, as analyst". */
export function connectionWords(target: ConnectionTarget): string {
  if (target.via === 'pglite') return 'embedded PostgreSQL, nothing to install'
  if (target.via === 'sandbox') return `private ${productName(target.product)} on this computer`
  const place =
    target.socketPath ?? `${target.host ?? 'localhost'}${target.port === undefined ? '' : `:${target.port}`}`
  return [productName(target.product), place, target.user && `as ${target.user}`].filter(Boolean).join(', ')
}
