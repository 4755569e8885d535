import { scratchPrefix } from './model'

/** What the name of a scratch schema says. */
export interface ScratchName {
  /** When it was made, UTC: `20261120T142233`. */
  readonly madeAt: string
  /** Who made it: see ownerMark(). */
  readonly owner: string
  /** Which server it was made on: six hex digits. A copy that replication carried elsewhere does not say that server. */
  readonly server: string
  /** Six hex digits that no other has. */
  readonly random: string
}

const ownerLength = 14
const form = /^sargable_scratch_(\d{8}t\d{6})_([a-z0-9]{1,14})_([0-9a-f]{6})_([0-9a-f]{6})$/

/**
 * The name of a scratch schema, at most 61 characters. Lower case only: servers with lower_case_table_names = 1 store
 * database names so.
 */
export function scratchName({ madeAt, owner, server, random }: ScratchName): string {
  return `${scratchPrefix}${madeAt.toLowerCase()}_${owner}_${server}_${random}`
}

/** What a schema's name says; undefined when it is not one that scratchName() gave. */
export function readScratchName(schema: string): ScratchName | undefined {
  const [, madeAt, owner, server, random] = form.exec(schema) ?? []
  if (madeAt === undefined || owner === undefined || server === undefined || random === undefined) return undefined
  return { madeAt: madeAt.toUpperCase(), owner, server, random }
}

/** The mark of a person on a computer: letters and digits of user and host, the host cut first. */
export function ownerMark(user: string, host: string): string {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')
  return `${plain(user).slice(0, 8)}${plain(host)}`.slice(0, ownerLength) || 'somebody'
}

/** `20261120T142233` of an ISO 8601 time in UTC. */
export function stampOf(isoTime: string): string {
  return isoTime.slice(0, 19).replace(/[-:]/g, '')
}
