import type { PlanNode } from '../../core/plan/model'

/** Longer values are folded to their first characters; the title and the raw piece hold all. */
const longestValue = 160

/** PostgreSQL's JSON prints these of every node, and its text only where they hold; the raw piece has them all. */
const saidOnlyWhenTrue: ReadonlySet<string> = new Set(['Disabled', 'Parallel Aware', 'Async Capable'])

/** What else the server said: how the table is read, and every field that has no place of its own. */
export function RestFacts({ node }: { readonly node: PlanNode }) {
  const facts: [string, string][] = []
  const { access } = node
  if (access) {
    facts.push(['Access type', access.accessType])
    if (access.possibleIndexes) {
      facts.push(['Possible indexes', access.possibleIndexes.length === 0 ? 'none' : access.possibleIndexes.join(', ')])
    }
    for (const index of access.indexes) {
      if (index.keyLengthBytes !== undefined) facts.push([`key_len of ${index.name}`, `${index.keyLengthBytes} B`])
      if (index.usedKeyParts) facts.push([`Parts of ${index.name}`, index.usedKeyParts.join(', ')])
    }
    if (access.ref) facts.push(['Compared with', access.ref.join(', ')])
    if (access.partitions) facts.push(['Partitions', access.partitions.join(', ')])
    const ways = [
      access.covering ? 'covering index' : undefined,
      access.direction === 'backward' ? 'read backwards' : undefined,
      access.multiRangeRead ? 'multi-range read' : undefined,
      access.indexCondition ? 'index condition pushdown' : undefined,
      access.derived ? 'temporary or derived table' : undefined,
    ].filter((way) => way !== undefined)
    if (ways.length > 0) facts.push(['Ways', ways.join(', ')])
  }
  for (const [name, value] of Object.entries(node.rest))
    if (value !== false || !saidOnlyWhenTrue.has(name)) facts.push([name, String(value)])
  if (facts.length === 0) return null
  return (
    <>
      <h4 className="h ins-title">What else the server said</h4>
      <dl className="ins-rest">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt title={name}>{name}</dt>
            <dd dir="auto" title={value.length > longestValue ? value : undefined}>
              {value.length > longestValue ? `${value.slice(0, longestValue)} …` : value}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
