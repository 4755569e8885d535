import type { Advice, Finding } from '../../core/advisor/model'
import type { Analysis } from '../../core/analysis/model'
import { exhausted } from '../../core/errors'

/** A finding for a terminal: its title, what it means, what to try, and for which values it holds. */
export function findingText({ severity, title, explanation, onlyFor, advice }: Finding): string[] {
  const only = onlyFor ? ` (only for ${onlyFor.join(', ')})` : ''
  return [`${severity.padEnd(7)}  ${title}${only}`, `         ${explanation}`, ...advice.flatMap(adviceText)]
}

/** What an advice changes, ready to be copied. */
function adviceText({ title, variant, outcome, kind }: Advice): string[] {
  const tried = outcome === undefined ? '' : ` (${outcome.result})`
  const changes = [
    ...variant.session.map(({ name, value }) => `SET SESSION ${name} = ${value};`),
    ...variant.ddl.map(({ apply }) => `${apply.replace(/;\s*$/, '')};`),
    ...(changesText(kind) ? [`${variant.sql.trim().replace(/;$/, '')};`] : []),
  ]
  return [
    `         try: ${title}${tried}`,
    ...changes.flatMap((text) => text.split('\n')).map((line) => `           ${line}`),
  ]
}

/** Whether the statement's own text is what the advice changes. */
function changesText(kind: Advice['kind']): boolean {
  switch (kind) {
    case 'force-index':
    case 'hint':
    case 'rewrite':
      return true
    case 'add-index':
    case 'reorder-index':
    case 'extend-index':
    case 'shorten-prefix':
    case 'lengthen-prefix':
    case 'drop-index':
    case 'change-switch':
    case 'change-setting':
    case 'refresh-statistics':
    case 'add-statistics':
    case 'change-schema':
    case 'investigate':
      return false
    default:
      return exhausted(kind)
  }
}

/** Of rules with the same reason, so many are named; the document has them all. */
const mostNamed = 3

/** Rules that were not asked, those with the same reason together; on one line. */
export function notCheckedLine(notChecked: Analysis['notChecked'] = []): string[] {
  const reasons = new Map<string, string[]>()
  for (const { rule, because } of notChecked) reasons.set(because, [...(reasons.get(because) ?? []), rule])
  if (reasons.size === 0) return []
  const words = [...reasons].map(([because, rules]) => {
    const more = rules.length - mostNamed
    return `${because}: ${rules.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more rules` : ''}`
  })
  return [`not checked: ${words.join('; ')}`]
}
