import type { Alternative, Alternatives } from '../../core/alternatives/model'
import { countWords, ratioWords } from '../../core/plan/diff/number-words'

/** The alternatives for a terminal: the sentence, one line for each other plan, what changed nothing, how it was asked. */
export function alternativesText(found: Alternatives): string {
  const { chosen, alternatives, unchanged, whyNot, measured, cautions } = found
  const forced = unchanged.filter(({ because }) => because === 'no-other-way').map(({ text }) => text)
  const idle = unchanged.filter(({ because }) => because === 'not-used').map(({ question }) => question.taken)
  const rows = alternatives.map((one) => cells(one, chosen.cost))
  const widths = [0, 1, 2].map((at) => Math.max(0, ...rows.map((row) => row[at]?.length ?? 0)))
  const blocks = [
    [found.text],
    [`* ${countWords(chosen.cost ?? 0)}  ${chosen.words}`],
    rows.flatMap(([taken = '', cost = '', ratio = ''], at) => {
      const one = alternatives[at]
      return [
        `  ${taken.padEnd(widths[0] ?? 0)}  ${cost.padStart(widths[1] ?? 0)}  ${ratio.padEnd(widths[2] ?? 0)}  ${one?.words ?? ''}`,
        `    ${[one?.difference, one?.caution].filter((words) => words).join('. ')}`,
      ]
    }),
    [...forced, ...(idle.length > 0 ? [`no effect: ${idle.join(', ')}`] : [])],
    whyNot ? [`why not ${whyNot.index} on ${whyNot.table}?`, `  ${whyNot.text}`, `  found by: ${whyNot.how}`] : [],
    measured ? [measured.text, ...measured.cautions.map((caution) => `  note: ${caution}`)] : [],
    cautions.map((caution) => `note: ${caution}`),
  ]
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}

function cells({ question, cost, also }: Alternative, chosenCost: number | undefined): readonly string[] {
  const taken = also.length === 0 ? question.taken : `${question.taken} (and ${also.length} more)`
  return [
    taken,
    cost === undefined ? '?' : countWords(cost),
    cost === undefined || chosenCost === undefined ? '' : times(chosenCost, cost),
  ]
}

function times(chosen: number, other: number): string {
  const words = ratioWords(chosen, other) ?? ''
  return words === '≈' ? `×${(other / chosen).toFixed(2)}` : words
}
