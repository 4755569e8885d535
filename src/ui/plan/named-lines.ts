import type { FlatPlan } from './flat-plan'
import { lineCount, lineText, type TextLines } from './text-lines'

/**
 * Lines of an output that the plan was not read from (the classical table beside the JSON): there are no places in it,
 * but the names of tables link its lines to the steps that read them.
 */

/** The names by which a server prints a step's table: its alias, else the table itself. */
function nameOf(flat: FlatPlan, at: number): string | undefined {
  const access = flat.nodes[at]?.access
  if (!access || access.method === 'none') return undefined
  const name = access.alias ?? access.table
  return name === '' ? undefined : name
}

/** True when the name stands in the line as a word of its own; in `o.id` a column is named, not the table that is read. */
function names(line: string, name: string): boolean {
  for (let at = line.indexOf(name); at !== -1; at = line.indexOf(name, at + 1)) {
    const inWord = (letter: string | undefined) => letter !== undefined && /[\p{L}\p{N}_$]/u.test(letter)
    const after = line.slice(at + name.length, at + name.length + 2)
    if (!inWord(line[at - 1]) && !inWord(after[0]) && !/^[`"]?\./.test(after)) return true
  }
  return false
}

/** Longer outputs are not searched by name. */
const mostLines = 5000

/** The one line that names the table of a node; undefined where none or several do. */
export function lineNaming(flat: FlatPlan, lines: TextLines, at: number): number | undefined {
  const name = nameOf(flat, at)
  if (name === undefined || lineCount(lines) > mostLines) return undefined
  let found: number | undefined
  for (let line = 0; line < lineCount(lines); line++) {
    if (!names(lineText(lines, line), name)) continue
    if (found !== undefined) return undefined
    found = line
  }
  return found
}

/** The one node whose table only this line names; undefined where none or several are. */
export function nodeNamedIn(flat: FlatPlan, lines: TextLines, line: number): number | undefined {
  const words = lineText(lines, line)
  let found: number | undefined
  for (let at = 0; at < flat.nodes.length; at++) {
    const name = nameOf(flat, at)
    if (name === undefined || !names(words, name) || lineNaming(flat, lines, at) !== line) continue
    if (found !== undefined) return undefined
    found = at
  }
  return found
}
