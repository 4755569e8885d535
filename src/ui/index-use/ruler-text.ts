import { exhausted } from '../../core/errors'
import type { PartLook } from './part-look'
import { roleInWords } from './part-look'
import type { Ruler, RulerBar } from './ruler'

/** Characters per bar in the text form. */
const barCharacters = 24
const nameColumn = 26

function fillOf(look: PartLook): string {
  switch (look) {
    case 'seek':
      return '█'
    case 'edges':
      return '▓'
    case 'checked':
      return '▒'
    case 'gives':
      return '░'
    case 'unused':
      return '-'
    case 'appended':
      return '·'
    default:
      return exhausted(look)
  }
}

/** `4 of 11`, `1 of 2 parts`, `– of 4`. */
export function keyLenText(bar: RulerBar): string {
  return `${bar.used ?? '–'} of ${bar.declared}${bar.unit === 'parts' ? ' parts' : ''}`
}

/** The ruler as plain text, to paste into mail and tickets. */
export function rulerAsText(ruler: Ruler): string {
  const lines: string[] = []
  for (const bar of ruler.bars) {
    const name = `${bar.use.index}${bar.use.chosen ? ' (chosen)' : ''}`
    let line = `${name.padEnd(nameColumn - 2)}  `
    let stopAt = line.length
    bar.parts.forEach((part, at) => {
      const width = Math.min(barCharacters, Math.max(2, Math.round((part.weight / ruler.weightTotal) * barCharacters)))
      const bytes = part.bytes === undefined ? '' : `  ${part.bytes} B`
      if (at > 0) line += '   '
      if (bar.stop?.afterParts === at) stopAt = line.length
      line += `${fillOf(part.look).repeat(width)} ${part.name}${bytes}  ${part.mark} ${roleInWords(part.use)}`
    })
    lines.push(`${line}   ${bar.unit === 'bytes' ? 'key_len ' : ''}${keyLenText(bar)}`)
    if (bar.stop) lines.push(`${' '.repeat(stopAt)}└ stops here: ${bar.stop.text}`)
    else if (bar.remark) lines.push(`${' '.repeat(nameColumn)}${bar.remark}`)
    if (bar.sum) lines.push(`${' '.repeat(nameColumn)}${bar.sum}`)
  }
  return `${ruler.table}\n${lines.join('\n')}\n`
}
