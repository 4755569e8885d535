/** Plans for pictures: PostgreSQL EXPLAIN (ANALYZE, FORMAT JSON) texts whose numbers agree with each other. */

type Members = Record<string, unknown>

interface Piece {
  readonly members: Members
  /** Milliseconds with all below, and the cost. */
  readonly ms: number
  readonly cost: number
  readonly rows: number
}

/** The same numbers in every run. */
function seeded(): () => number {
  let state = 20_261_120
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** A plan of exactly `count` nodes; with at least 30 it has an InitPlan, a CTE, partitions, a spill and a step that never ran. */
export function picturePlan(count: number): string {
  const random = seeded()
  let made = 0
  const round = (value: number) => Math.round(value * 1000) / 1000

  /** A step over its inputs: adds its own time, mostly little, sometimes most of all. */
  const step = (type: string, inputs: readonly Piece[], rows: number, more: Members = {}): Piece => {
    made++
    const own = (random() ** 6 * 40 + random() * 0.4) * (inputs.length === 0 ? 1.5 : 0.5)
    const ms = round(own + inputs.reduce((sum, one) => sum + one.ms, 0))
    const cost = round(own * 90 + inputs.reduce((sum, one) => sum + one.cost, 0))
    const wrong = random() < 0.12 ? 1 / (10 + random() * 200) : 0.7 + random() * 0.6
    const members: Members = {
      'Node Type': type,
      'Parallel Aware': false,
      'Startup Cost': 0,
      'Total Cost': cost,
      'Plan Rows': Math.max(1, Math.round(rows * wrong)),
      'Plan Width': 64,
      'Actual Startup Time': round(ms / 4),
      'Actual Total Time': ms,
      'Actual Rows': rows,
      'Actual Loops': 1,
      ...more,
    }
    if (inputs.length > 0) {
      members['Plans'] = inputs.map((one, at) => ({
        'Parent Relationship': type === 'Append' ? 'Member' : at === 0 ? 'Outer' : 'Inner',
        ...one.members,
      }))
    }
    return { members, ms, cost, rows }
  }
  const scan = (table: string, more: Members = {}): Piece => {
    const rows = Math.ceil(random() ** 3 * 50_000)
    const names = { 'Relation Name': table, Schema: 'shop', Alias: table, ...more }
    return random() < 0.35
      ? step('Seq Scan', [], rows, {
          ...names,
          Filter: `(${table}.state = 'paid'::text)`,
          'Rows Removed by Filter': Math.ceil(rows * random() * 20),
        })
      : step('Index Scan', [], rows, {
          ...names,
          'Scan Direction': 'Forward',
          'Index Name': `${table}_pkey`,
          'Index Cond': `(${table}.id = o.id)`,
        })
  }
  const tables = ['orders', 'order_line', 'customer', 'stock', 'item', 'warehouse', 'history', 'payment', 'shipment']
  const table = () => tables[Math.floor(random() * tables.length)] ?? 'orders'
  /** A subtree of exactly `size` nodes. */
  const tree = (size: number): Piece => {
    if (size <= 1) return scan(table())
    if (size === 2 || random() < 0.2) {
      const below = tree(size - 1)
      if (random() < 0.5) {
        const spills = random() < 0.3
        return step('Sort', [below], below.rows, {
          'Sort Key': ['o.created_at DESC'],
          'Sort Method': spills ? 'external merge' : 'quicksort',
          'Sort Space Used': spills ? 4960 : 31,
          'Sort Space Type': spills ? 'Disk' : 'Memory',
        })
      }
      return step('Aggregate', [below], Math.ceil(below.rows / 12), {
        Strategy: 'Hashed',
        'Partial Mode': 'Simple',
        'Group Key': ['o.state'],
      })
    }
    if (size > 12 && random() < 0.2) {
      const parts = 4 + Math.floor(random() * 9)
      const base = table()
      const plain = Math.min(parts, size - 2)
      const pieces = Array.from({ length: plain }, (_, at) => scan(`${base}_p${at + 1}`))
      const left = size - 1 - plain
      if (left > 0) pieces.push(tree(left))
      return step(
        'Append',
        pieces,
        pieces.reduce((sum, one) => sum + one.rows, 0),
      )
    }
    const outer = Math.max(1, Math.min(size - 2, Math.floor((size - 1) * (0.3 + random() * 0.4))))
    const [a, b] = [tree(outer), tree(size - 1 - outer)]
    return step(random() < 0.5 ? 'Nested Loop' : 'Merge Join', [a, b], Math.ceil(Math.max(a.rows, b.rows) * random()), {
      'Join Type': 'Inner',
      'Merge Cond': '(o.customer_id = c.id)',
    })
  }
  const root = count < 30 ? tree(count) : special(count)
  if (made !== count) throw new Error(`${made} nodes were made, not ${count}`)
  return JSON.stringify(
    [{ Plan: root.members, 'Planning Time': 1.5, Triggers: [], 'Execution Time': root.ms }],
    null,
    1,
  )

  /** Limit over a join, with an InitPlan, a CTE read by one scan, and a side that was not needed. */
  function special(size: number): Piece {
    const cte = step('Aggregate', [scan('price')], 200, { 'Subplan Name': 'CTE last_price', Strategy: 'Hashed' })
    made++
    const reader: Piece = {
      ms: round(cte.ms + 0.4),
      cost: 40,
      rows: 200,
      members: {
        'Node Type': 'CTE Scan',
        'CTE Name': 'last_price',
        Alias: 'p',
        'Startup Cost': 0,
        'Total Cost': 40,
        'Plan Rows': 200,
        'Plan Width': 12,
        'Actual Startup Time': 0.1,
        'Actual Total Time': round(cte.ms + 0.4),
        'Actual Rows': 200,
        'Actual Loops': 1,
      },
    }
    made++
    const never: Piece = {
      ms: 0,
      cost: 12,
      rows: 0,
      members: {
        'Node Type': 'Index Scan',
        'Relation Name': 'archive',
        Alias: 'archive',
        'Index Name': 'archive_pkey',
        'Startup Cost': 0,
        'Total Cost': 12,
        'Plan Rows': 5,
        'Plan Width': 12,
        'Actual Startup Time': 0,
        'Actual Total Time': 0,
        'Actual Rows': 0,
        'Actual Loops': 0,
      },
    }
    const main = tree(size - 7)
    const join = step('Nested Loop', [step('Append', [main, never], main.rows), reader], main.rows, {
      'Join Type': 'Inner',
    })
    const limit = step('Limit', [join], Math.min(20, main.rows))
    const plans = limit.members['Plans']
    if (Array.isArray(plans)) plans.unshift({ 'Parent Relationship': 'InitPlan', ...cte.members })
    return { ...limit, members: { ...limit.members, 'Total Cost': round(limit.cost / 3) } }
  }
}
