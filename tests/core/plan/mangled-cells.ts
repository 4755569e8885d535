import { boxed, markdown, type ResultTable, vertical } from '../../kit/plan-writers/result-table'
import type { Mangle } from './mangled-text'

/** What clients and people do to the plans of MySQL and MariaDB before they are pasted. */

const eachLine =
  (change: (line: string, index: number) => string): Mangle =>
  (plan) =>
    plan.split('\n').map(change).join('\n')

const escaped = (plan: string) => plan.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t')
const stars = '*'.repeat(27)

/** mysql's frame around one cell: only its first line begins with the bar and its last one ends with it. */
const inFrame: Mangle = (plan) => {
  const border = `+${'-'.repeat(40)}+`
  return [border, '| EXPLAIN |', border, `| ${plan} |`, border, '1 row in set (0.00 sec)', ''].join('\n')
}

/** The same with every line padded between bars, as other clients draw a cell of several lines. */
const inBars: Mangle = (plan) => {
  const width = Math.max(...plan.split('\n').map((line) => line.length), 'EXPLAIN'.length)
  const border = `+${'-'.repeat(width + 2)}+`
  const rows = plan.split('\n').map((line) => `| ${line.padEnd(width)} |`)
  return [border, `| ${'EXPLAIN'.padEnd(width)} |`, border, ...rows, border, ''].join('\n')
}

/** What surrounds lines of any text. */
const around: readonly (readonly [name: string, mangle: Mangle])[] = [
  ['Windows line ends', (plan) => plan.replaceAll('\n', '\r\n')],
  ['a byte order mark', (plan) => `\ufeff${plan}`],
  ['blanks at the ends of lines', eachLine((line) => `${line}   `)],
  ['four blanks more', eachLine((line) => `    ${line}`)],
  ['mail', (plan) => `On Monday Ann wrote:\n> It is slow:\n>\n${eachLine((line) => `> ${line}`)(plan)}\n>\n> Ann\n`],
  ['mail answered twice', eachLine((line) => `> > ${line}`)],
  ['comments of SQL', (plan) => `SELECT 1;\n${eachLine((line) => `-- ${line}`)(plan)}\n`],
  ['line numbers and a colon', eachLine((line, index) => `${index + 1}:${line}`)],
  ['line numbers, right aligned', eachLine((line, index) => `${String(index + 1).padStart(6)}\t${line}`)],
  ['line numbers and a bar', eachLine((line, index) => `${String(index + 7).padStart(4)} | ${line}`)],
  ['a fence of Markdown', (plan) => `It is slow:\n\n\`\`\`\n${plan}\n\`\`\`\n\nAny idea?`],
  ['prose around it', (plan) => `Here is what I get on production.\n\n${plan}\n\nWhy does it not use the index?\n`],
  [
    'a prompt before and after',
    (plan) => `mysql> EXPLAIN SELECT 1;\n${plan}\n1 row in set (0.00 sec)\n\nmysql> quit\n`,
  ],
  ['a prompt of MariaDB', (plan) => `MariaDB [shop]> EXPLAIN SELECT 1;\n${plan}\n1 row in set (0.001 sec)\n\n`],
]

/** After each of these a tree is the same plan. */
export const harmlessTree: readonly (readonly [name: string, mangle: Mangle])[] = [
  ...around,
  ['the frame of mysql', inFrame],
  ['bars around every line', inBars],
  ['\\G', (plan) => `${stars} 1. row ${stars}\nEXPLAIN: ${plan}\n1 row in set (0.00 sec)\n`],
  ['mysql --batch', (plan) => `EXPLAIN\n${escaped(plan)}\n`],
  ['mysql --batch --raw', (plan) => `EXPLAIN\n${plan}\n`],
  ['a cell of CSV', (plan) => `"EXPLAIN"\n"${plan.replaceAll('"', '""')}"\n`],
  ['mail of a frame', (plan) => eachLine((line) => `> ${line}`)(inFrame(plan))],
  ['indent in tabs', eachLine((line) => line.replace(/^(?: {4})+/, (blanks) => '\t'.repeat(blanks.length / 4)))],
  ['half of the indent', eachLine((line) => line.slice((/^ */.exec(line)?.[0].length ?? 0) / 2))],
  ['no-break blanks as indent', eachLine((line) => line.replace(/^ +/, (blanks) => '\u00a0'.repeat(blanks.length)))],
  ['no-break blanks everywhere', (plan) => plan.replaceAll(' ', '\u00a0')],
  ['a blank line between all lines', (plan) => plan.replaceAll('\n', '\n\n')],
  ['typographic single quotes', (plan) => plan.replace(/'([^'\n]*)'/g, '‘$1’')],
  ['a dash for the arrow', (plan) => plan.replaceAll('-> ', '–> ')],
  ['entities of HTML', (plan) => plan.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')],
]

/** After each of these a tree is the same plan, or a note says at which line it stopped. */
export const treeWithoutIndent: readonly (readonly [name: string, mangle: Mangle])[] = [
  ['no indent at all', eachLine((line) => line.trimStart())],
  ['runs of blanks made one', eachLine((line) => line.replace(/ +/g, ' '))],
  ['no indent, in mail', eachLine((line) => `> ${line.trimStart()}`)],
]

/** After each of these JSON is the same plan. */
export const harmlessJson: readonly (readonly [name: string, mangle: Mangle])[] = [
  ...around,
  ['the frame of mysql', inFrame],
  ['bars around every line', inBars],
  ['\\G', (plan) => `${stars} 1. row ${stars}\nEXPLAIN: ${plan}\n1 row in set (0.00 sec)\n`],
  ['\\G of ANALYZE', (plan) => `${stars} 1. row ${stars}\nANALYZE: ${plan}\n1 row in set (0.00 sec)\n`],
  ['mysql --batch', (plan) => `EXPLAIN\n${escaped(plan)}\n`],
  ['mysql --batch --raw', (plan) => `EXPLAIN\n${plan}\n`],
  ['a cell of CSV', (plan) => `"EXPLAIN"\n"${plan.replaceAll('"', '""')}"\n`],
  ['mail of a frame', (plan) => eachLine((line) => `> ${line}`)(inFrame(plan))],
  ['no indent at all', eachLine((line) => line.trimStart())],
  ['indent in tabs', eachLine((line) => line.replace(/^(?: {2})+/, (blanks) => '\t'.repeat(blanks.length / 2)))],
  ['no-break blanks as indent', eachLine((line) => line.replace(/^ +/, (blanks) => '\u00a0'.repeat(blanks.length)))],
  ['a blank line between all lines', (plan) => plan.replaceAll('\n', '\n\n')],
  ['the statement above it', (plan) => `EXPLAIN FORMAT=JSON SELECT 1;\n${plan}`],
]

/** The ways to draw a table, from its tab separated form. */
export const drawnTables: readonly (readonly [name: string, draw: (table: ResultTable) => string])[] = [
  ['a frame', boxed],
  ['\\G', vertical],
  ['Markdown', markdown],
]

/** After each of these a drawn or tab separated table is the same plan. */
export const harmlessTable: readonly (readonly [name: string, mangle: Mangle])[] = [
  ...around,
  ['no-break blanks everywhere', (plan) => plan.replaceAll(' ', '\u00a0')],
  ['typographic single quotes', (plan) => plan.replace(/'([^'\n]*)'/g, '‘$1’')],
]

/** Also for tables that are drawn, where no cell begins or ends with the line. */
export const harmlessDrawing: readonly (readonly [name: string, mangle: Mangle])[] = [
  ['a blank line between all lines', (plan) => plan.replaceAll('\n', '\n\n')],
  ['no blanks at the ends of lines', eachLine((line) => line.trimEnd())],
]
