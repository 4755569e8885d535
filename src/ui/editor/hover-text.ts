import { formatBytes, formatCount } from '../../core/figures'
import type { Hover, HoverFact, HoverLine } from '../../core/sql/complete/hover-model'

/** The paragraphs of a hover, as Markdown: head, facts, then indexes one below the other. */
export function hoverText({ title, about, facts, lines }: Hover): readonly string[] {
  const head = `**${escaped(title)}**${about === undefined ? '' : `  \n${withCode(about)}`}`
  const told = facts.map((fact) => `${escaped(fact.name)} ${factText(fact)}`).join(' · ')
  const listed = lines.map((line) => `- ${marks[line.look]}${code(line.name)} ${withCode(line.text)}`).join('\n')
  return [head, told, listed].filter((paragraph) => paragraph !== '')
}

const marks: Readonly<Record<HoverLine['look'], string>> = { good: '✓ ', bad: '✗ ', plain: '' }

function factText(fact: HoverFact): string {
  if ('text' in fact) return code(fact.text)
  return fact.unit === 'bytes' ? formatBytes(fact.value) : formatCount(fact.value)
}

/** Names are told apart from words by backticks; a backtick inside of one needs a longer fence. */
function code(text: string): string {
  const fence = text.includes('`') ? '``' : '`'
  return `${fence}${fence.length > 1 ? ' ' : ''}${text}${fence.length > 1 ? ' ' : ''}${fence}`
}

function withCode(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((piece) => (piece.startsWith('`') ? piece : escaped(piece)))
    .join('')
}

function escaped(text: string): string {
  return text.replace(/[\\*_{}[\]<>#|~]/g, '\\$&')
}
