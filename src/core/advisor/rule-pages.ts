import { type Rule, ruleGroups } from './rule'
import { rulePage } from './rule-page'

/** The pages of all rules and their list, by file name, as docs/rules has them. */
export function rulePages(rules: readonly Rule[]): ReadonlyMap<string, string> {
  const pages = new Map<string, string>([['README.md', listPage(rules)]])
  for (const rule of rules) pages.set(`${rule.id}.md`, rulePage(rule))
  return pages
}

const families = { mysql: 'MySQL, MariaDB', postgres: 'PostgreSQL' } as const

function listPage(rules: readonly Rule[]): string {
  const parts = ruleGroups.flatMap((group) => {
    const own = rules.filter((rule) => rule.group === group)
    if (own.length === 0) return []
    const lines = own.map(
      ({ id, title, families: spoken }) =>
        `- [\`${id}\`](${id}.md): ${title}. ${spoken.map((family) => families[family]).join(', ')}.`,
    )
    return [`## ${group.charAt(0).toUpperCase()}${group.slice(1)}`, lines.join('\n')]
  })
  const intro =
    'These pages are made from the rules in `src/core/advisor/rules` by `npm run docs:rules`. `sargable rules NAME` prints one. A project can switch rules off and set their limits in a file `sargable.json`, which the command line finds upwards from where it is called, and the app in its own folder:'
  const example = '```json\n{ "rules": { "index-unused": false, "covering-index": { "leastRows": 500 } } }\n```'
  return `${['# The rules of advice', intro, example, ...parts].join('\n\n')}\n`
}
