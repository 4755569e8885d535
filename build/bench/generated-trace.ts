/**
 * An optimizer trace of a join of many tables, as MySQL 8 prints it: every beginning of a join order with the ways to
 * read its next table, until the text has the wanted size. Deterministic.
 */
export function generatedTrace(wantedChars: number, tables = 14): string {
  const names = Array.from({ length: tables }, (_, at) => `\`table_${at}\` \`t${at}\``)
  const out: string[] = []
  let length = 0
  const write = (text: string) => {
    out.push(text)
    length += text.length
  }
  const pad = (depth: number) => ' '.repeat(2 * depth)
  const estimations = names.map(
    (name, at) => `{
              "table": "${name}",
              "range_analysis": {
                "table_scan": { "rows": ${1000 * (at + 1)}, "cost": ${(205.5 * (at + 1)).toFixed(2)} },
                "potential_range_indexes": [
                  { "index": "PRIMARY", "usable": false, "cause": "not_applicable" },
                  { "index": "ix_a", "usable": true, "key_parts": ["a", "id"] }
                ],
                "setup_range_conditions": [],
                "group_index_range": { "chosen": false, "cause": "not_single_table" },
                "analyzing_range_alternatives": {
                  "range_scan_alternatives": [
                    { "index": "ix_a", "ranges": ["a < ${at}"], "index_dives_for_eq_ranges": true, "rowid_ordered": false,
                      "using_mrr": false, "index_only": false, "rows": ${at + 2}, "cost": ${at + 3.41}, "chosen": true }
                  ],
                  "analyzing_roworder_intersect": { "usable": false, "cause": "too_few_roworder_scans" }
                },
                "chosen_range_access_summary": {
                  "range_access_plan": { "type": "range_scan", "index": "ix_a", "rows": ${at + 2}, "ranges": ["a < ${at}"] },
                  "rows_for_plan": ${at + 2}, "cost_for_plan": ${at + 3.41}, "chosen": true
                }
              }
            }`,
  )
  write(
    `{\n  "steps": [\n    { "join_optimization": {\n      "select#": 1,\n      "steps": [\n        { "rows_estimation": [${estimations.join(', ')}] },\n        { "considered_execution_plans": [`,
  )

  const level = (prefix: readonly number[]): void => {
    let first = true
    for (let next = 0; next < tables; next++) {
      if (prefix.includes(next)) continue
      if (length > wantedChars && !first) break
      const depth = 5 + prefix.length * 2
      const rows = (prefix.length + 1) * (next + 1) * 7
      const whole = prefix.length + 1 === tables
      const pruned = !whole && prefix.length > 1 && (next * 7 + prefix.length * 3) % 5 === 0
      write(`${first ? '' : ','}
${pad(depth)}{
${pad(depth)}  "plan_prefix": [${prefix.map((at) => `"${names[at]}"`).join(', ')}],
${pad(depth)}  "table": "${names[next]}",
${pad(depth)}  "best_access_path": {
${pad(depth)}    "considered_access_paths": [
${pad(depth)}      { "access_type": "ref", "index": "PRIMARY", "usable": false, "chosen": false },
${pad(depth)}      { "access_type": "ref", "index": "ix_a", "rows": ${rows}, "cost": ${(rows * 1.35).toFixed(2)}, "chosen": true },
${pad(depth)}      { "rows_to_scan": ${rows * 100}, "filtering_effect": [], "final_filtering_effect": 0.5, "access_type": "scan", "using_join_cache": true, "buffers_needed": 1, "resulting_rows": ${rows * 50}, "cost": ${rows * 400}.5, "chosen": false }
${pad(depth)}    ]
${pad(depth)}  },
${pad(depth)}  "condition_filtering_pct": 100,
${pad(depth)}  "rows_for_plan": ${rows * 11},
${pad(depth)}  "cost_for_plan": ${rows * 13}.25,
${pad(depth)}  ${pruned ? '"pruned_by_cost": true' : whole ? '"chosen": true' : '"rest_of_plan": ['}`)
      if (!pruned && !whole) {
        level([...prefix, next])
        write(`\n${pad(depth)}  ]`)
      }
      write(`\n${pad(depth)}}`)
      first = false
    }
  }
  level([])
  write('] },\n        { "refine_plan": [] }\n      ] } }\n  ]\n}\n')
  return out.join('')
}
