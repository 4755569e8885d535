/** What programs and people do to the lines of a PostgreSQL text plan before it is pasted. */

export type Mangle = (plan: string) => string

const eachLine =
  (change: (line: string, index: number) => string): Mangle =>
  (plan) =>
    plan.split('\n').map(change).join('\n')

const widthOf = (plan: string) => Math.max(...plan.split('\n').map((line) => line.length), 'QUERY PLAN'.length)
const rowCount = (plan: string) => `(${plan.split('\n').length} rows)`
const csvCell = (line: string) => `"${line.replaceAll('"', '""')}"`
const leadingBlanks = (line: string) => /^ */.exec(line)?.[0].length ?? 0

function framed(plan: string, bar: string, corners: readonly [string, string, string], dash: string): string {
  const width = widthOf(plan)
  const border = (at: number) => `${corners[at]?.[0]}${dash.repeat(width + 2)}${corners[at]?.[1]}`
  const rows = plan.split('\n').map((line) => `${bar} ${line.padEnd(width)} ${bar}`)
  const title = `${bar} ${'QUERY PLAN'.padStart(width / 2 + 5).padEnd(width)} ${bar}`
  return [border(0), title, border(1), ...rows, border(2), rowCount(plan), ''].join('\n')
}

/** Breaks long lines as a terminal does: at its width, wherever that is. */
function brokenAt(width: number): Mangle {
  return (plan) =>
    plan
      .split('\n')
      .flatMap((line) => line.match(new RegExp(`.{1,${width}}`, 'g')) ?? [''])
      .join('\n')
}

/** Breaks long lines as mail programs do: at the last blank before the width; the blank is gone. */
function wrappedAt(width: number): Mangle {
  return (plan) =>
    plan
      .split('\n')
      .flatMap((line) => {
        const pieces: string[] = []
        let rest = line
        while (rest.length > width) {
          const at = rest.lastIndexOf(' ', width)
          if (at <= leadingBlanks(rest)) break
          pieces.push(rest.slice(0, at))
          rest = rest.slice(at + 1)
        }
        return [...pieces, rest]
      })
      .join('\n')
}

/** After each of these the plan must be the same. */
export const harmless: readonly (readonly [name: string, mangle: Mangle])[] = [
  [
    'psql',
    (plan) => {
      const width = widthOf(plan)
      const rows = plan.split('\n').map((line) => ` ${line}`)
      return [`${'QUERY PLAN'.padStart(width / 2 + 6)}`, '-'.repeat(width + 2), ...rows, rowCount(plan), ''].join('\n')
    },
  ],
  ['psql without alignment', (plan) => `QUERY PLAN\n${plan}\n${rowCount(plan)}\n`],
  ['psql without header', (plan) => `${eachLine((line) => ` ${line}`)(plan)}\n\nTime: 12.345 ms\n`],
  ['psql with a frame', (plan) => framed(plan, '|', ['++', '++', '++'], '-')],
  ['psql with a frame of lines', (plan) => framed(plan, '│', ['┌┐', '├┤', '└┘'], '─')],
  [
    'psql -x',
    (plan) =>
      plan
        .split('\n')
        .map((line, index) => `-[ RECORD ${index + 1} ]${'-'.repeat(40)}\nQUERY PLAN | ${line}`)
        .join('\n'),
  ],
  ['psql --csv', (plan) => `QUERY PLAN\n${eachLine((line) => (/[",]/.test(line) ? csvCell(line) : line))(plan)}\n`],
  ['pgAdmin, every row in quotes', (plan) => `"QUERY PLAN"\n${eachLine(csvCell)(plan)}\n`],
  ['rows in quotes without header', (plan) => eachLine(csvCell)(plan)],
  ['a prompt before and after', (plan) => `shop=# EXPLAIN SELECT 1;\n QUERY PLAN\n${plan}\n\nshop=# \\q`],
  ['four blanks more', eachLine((line) => `    ${line}`)],
  ['a tab before every line', eachLine((line) => `\t${line}`)],
  ['indent in tabs', eachLine((line) => line.replace(/^(?: {8})+/, (blanks) => '\t'.repeat(blanks.length / 8)))],
  ['half of the indent', eachLine((line) => line.slice(leadingBlanks(line) / 2))],
  ['the first line copied without its margin', (plan) => eachLine((line) => `   ${line}`)(plan).trimStart()],
  ['Windows line ends', (plan) => plan.replaceAll('\n', '\r\n')],
  ['a byte order mark', (plan) => `\ufeff${plan}`],
  ['no-break blanks as indent', eachLine((line) => line.replace(/^ +/, (blanks) => '\u00a0'.repeat(blanks.length)))],
  ['no-break blanks everywhere', (plan) => plan.replaceAll(' ', '\u00a0')],
  ['blanks at the ends of lines', eachLine((line) => `${line}   `)],
  ['a blank line between all lines', (plan) => plan.replaceAll('\n', '\n\n')],
  ['typographic single quotes', (plan) => plan.replace(/'([^'\n]*)'/g, '‘$1’')],
  ['a dash for the arrow', (plan) => plan.replaceAll('->  ', '–>  ')],
  ['entities of HTML', (plan) => plan.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')],
  ['line numbers and a colon', eachLine((line, index) => `${index + 1}:${line}`)],
  ['line numbers, right aligned', eachLine((line, index) => `${String(index + 1).padStart(6)}\t${line}`)],
  ['line numbers and a bar', eachLine((line, index) => `${String(index + 7).padStart(4)} | ${line}`)],
  ['mail', (plan) => `On Monday Ann wrote:\n> It is slow:\n>\n${eachLine((line) => `> ${line}`)(plan)}\n>\n> Ann\n`],
  ['mail answered twice', eachLine((line) => `> > ${line}`)],
  ['mail of psql', (plan) => eachLine((line) => `> ${line}`)(harmless[0]?.[1](plan) ?? '')],
  ['comments of SQL', (plan) => `SELECT 1;\n${eachLine((line) => `-- ${line}`)(plan)}\n`],
  ['a fence of Markdown', (plan) => `It is slow:\n\n\`\`\`\n${plan}\n\`\`\`\n\nAny idea?`],
  ['a fence under psql', (plan) => `\`\`\`sql\n${harmless[0]?.[1](plan)}\`\`\``],
  ['prose around it', (plan) => `Here is what I get on production.\n\n${plan}\n\nWhy does it not use the index?\n`],
  ['prose right behind it', (plan) => `${plan}\nWhy does it not use the index?\n`],
  [
    'a log of auto_explain',
    (plan) =>
      `2024-05-01 10:00:00.123 UTC [77] LOG:  duration: 12.345 ms  plan:\n\tQuery Text: SELECT *\n\tFROM a\n\tWHERE b -> 'x' = 'y';\n${eachLine((line) => `\t${line}`)(plan)}\n2024-05-01 10:00:01.123 UTC [77] LOG:  checkpoint starting: time\n`,
  ],
  [
    'a log in CSV',
    (plan) =>
      `2024-05-01 10:00:00.123 UTC,"app","shop",77,"[local]",66320a10.4d,2,"SELECT",2024-05-01 09:00:00 UTC,3/9,0,LOG,00000,"duration: 12.345 ms  plan:\nQuery Text: SELECT ""a"" FROM b;\n${plan.replaceAll('"', '""')}",,,,,,,,,"psql","client backend",,0\n`,
  ],
  ['the system log', eachLine((line, index) => `May  1 10:00:00 db1 postgres[77]: [5-${index + 2}] #011${line}`)],
]

/** After each of these the plan must be the same, or a note says at which line it stopped. */
export const indentLost: readonly (readonly [name: string, mangle: Mangle])[] = [
  ['no indent at all', eachLine((line) => line.trimStart())],
  ['runs of blanks made one', eachLine((line) => line.replace(/ +/g, ' '))],
  ['no indent, in mail', eachLine((line) => `> ${line.trimStart()}`)],
]

/** Broken lines: joined again, except where a break cannot be told from an end. */
export const broken: readonly (readonly [name: string, mangle: Mangle])[] = [
  ['a terminal of 100 columns', brokenAt(100)],
  ['a terminal of 79 columns', brokenAt(79)],
  ['a mail program at 78 columns', wrappedAt(78)],
  ['mail, wrapped and then quoted', (plan) => eachLine((line) => `> ${line}`)(wrappedAt(76)(plan))],
]
