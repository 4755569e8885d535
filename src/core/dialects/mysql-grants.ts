import { scratchPrefix } from '../scratch/model'

/** A schema name as ours begin. */
const ours = `${scratchPrefix}x`

/**
 * May the account make schemas of ours? Rights that come by a role are not listed: with one, the answer is yes until the
 * server says otherwise.
 * @param grants lines of SHOW GRANTS
 */
export function createsScratchSchemas(grants: readonly string[]): boolean {
  return grants.some((line) => {
    const [, rights, where] = /^GRANT (.+?) ON (.+)\.\* TO /.exec(line) ?? []
    if (rights === undefined || where === undefined) return !/ ON /.test(line)
    const creates = rights.split(', ').some((right) => right === 'CREATE' || right.startsWith('ALL PRIVILEGES'))
    return creates && (where === '*' || patternOf(where).test(ours))
  })
}

/** The remedy: underscores escaped, because they stand for any character here. */
export const scratchGrant = `GRANT ALL PRIVILEGES ON \`${scratchPrefix.replace(/_/g, '\\_')}%\`.* TO this user.`

/** A quoted database name of a GRANT, in which `%` and `_` are wildcards and a backslash takes their meaning away. */
function patternOf(quoted: string): RegExp {
  const name = quoted.replace(/^`|`$/g, '').replace(/``/g, '`')
  const parts = name.match(/\\?[\s\S]/g) ?? []
  const source = parts.map((part) => {
    if (part === '%') return '.*'
    if (part === '_') return '.'
    return part.slice(-1).replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
  })
  return new RegExp(`^${source.join('')}$`, 's')
}
