import type { Rule } from './rule'

const families = { mysql: 'MySQL, MariaDB', postgres: 'PostgreSQL' } as const

/** A rule's page, in Markdown: made from the rule, so that both never part. */
export function rulePage({ id, title, group, families: spoken, needs, limits, doc }: Rule): string {
  const { when, why, schema, bad, better, remedy, notWhen, source } = doc
  const limitLines = Object.entries(limits).map(([name, { value, about }]) => `- \`${name}\` (${value}): ${about}`)
  const parts = [
    `# ${title}`,
    `\`${id}\`, ${group}. ${spoken.map((family) => families[family]).join(', ')}.`,
    when,
    '## Why',
    why,
    '## Example',
    sql(schema.split(/;\s*/)),
    'It speaks of',
    sql([bad]),
    ...(remedy === undefined ? [] : ['and is silent after', sql([remedy])]),
    ...(better === bad ? [] : ['and is silent of', sql([better])]),
    '## When not',
    list(notWhen),
    '## What it needs',
    needs.length === 0
      ? 'Nothing.'
      : `${sentence(needs.map((need) => needWords[need]))} Without it the report says that the rule was not checked.`,
    ...(limitLines.length === 0 ? [] : ['A project can set its limits:', limitLines.join('\n')]),
    `Source: ${source}`,
  ]
  return `${parts.join('\n\n')}\n`
}

function sentence(words: readonly string[]): string {
  const text = words.join(', ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

const needWords: Readonly<Record<Rule['needs'][number], string>> = {
  statement: 'the statement',
  catalog: 'its tables',
  plan: 'its plan',
  actuals: 'a measured plan',
  trace: 'the optimizer trace',
  counters: 'a measured run',
  work: 'a measured run',
  statistics: 'counted values',
}

function sql(statements: readonly string[]): string {
  return `\`\`\`sql\n${statements
    .filter((text) => text.trim() !== '')
    .map((text) => `${text.trim()};`)
    .join('\n')}\n\`\`\``
}

function list(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n')
}
