import { generatedPlan } from './generated-plan'

/** Texts of this many code units. */
const size = 10_000_000

const filled = (unit: string) => unit.repeat(Math.ceil(size / unit.length)).slice(0, size)

/** Random code units from a list of letters, the same in every run; drawn in runs, as a draw per letter takes long. */
function noise(letters: string): string {
  let state = 99991
  const pieces: string[] = []
  for (let length = 0; length < size; ) {
    const codes: number[] = []
    while (codes.length < 4096) {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0
      codes.push(letters.charCodeAt((state >>> 8) % letters.length))
    }
    pieces.push(String.fromCharCode(...codes))
    length += codes.length
  }
  return pieces.join('').slice(0, size)
}

const bytes = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code)).join('')
const printable = Array.from({ length: 95 }, (_, code) => String.fromCharCode(32 + code)).join('')

/** Texts of 10 MB that no server prints and that a reader may spend its life on, by what they are. */
export function hostileTexts(): ReadonlyMap<string, () => string> {
  const plan = 'Seq Scan on t  (cost=0.00..35.50 rows=2550 width=4)\n  Filter: (a > 1)\n'
  const { text: json } = generatedPlan(10)
  const words = 'Lorem ipsum dolor (sit) amet, "consectetur" it\'s elit: 5 -> 6\n'
  return new Map<string, () => string>([
    [
      'one open string literal',
      () => `Seq Scan on t  (cost=0.00..1.00 rows=1 width=4)\n  Filter: (a = '${filled('x y\n')}`,
    ],
    ['one open literal in a tree', () => `-> Filter: (a = '${filled('x y\n')}`],
    ['a line of >', () => filled('>')],
    ['lines of >', () => filled('>\n')],
    ['blank lines', () => filled('\n')],
    ['blanks', () => filled(' ')],
    ['tabs', () => filled('\t')],
    ['CRLF only', () => filled('\r\n')],
    ['nested brackets', () => `Filter: ${filled('(')}`],
    ['closed brackets', () => filled(')')],
    ['borders |', () => filled('| | | |\n')],
    ['a line of |', () => filled('|')],
    ['lines of +', () => filled('+\n')],
    ['a line of +-', () => filled('+-')],
    ['frames', () => filled('+----+\n| id |\n+----+\n')],
    ['open frames', () => filled('+----+\n| QUERY PLAN |\n+----+\n| x +|\n')],
    ['a line of dashes', () => filled('-')],
    ['lines of dashes', () => filled('-----\n')],
    ['stars', () => filled('*')],
    ['rows of \\G', () => filled('*** 1. row ***\nEXPLAIN: {\n')],
    ['records of psql -x', () => filled('-[ RECORD 1 ]-\nQUERY PLAN | x\n')],
    ['QUERY PLAN', () => filled('QUERY PLAN\n')],
    ['headers and rules', () => filled(' QUERY PLAN\n-------\n')],
    ['EXPLAIN', () => filled('EXPLAIN\n')],
    ['->', () => filled('->')],
    ['lines of ->', () => filled('-> a\n')],
    ['arrows ever deeper', () => Array.from({ length: 4400 }, (_, depth) => `${' '.repeat(depth)}-> a`).join('\n')],
    ['lines of open arrows', () => filled("-> '(\n")],
    ['lines of open quotes', () => filled("Filter: (a = '\n")],
    ['nodes of PostgreSQL', () => filled('Seq Scan on t  (cost=0.00..1.00 rows=1 width=4)\n')],
    [
      'flat joins',
      () =>
        `Nested Loop  (cost=0.00..1.00 rows=1 width=4)\n${filled('->  Append  (cost=0.00..1.00 rows=1 width=4)\n')}`,
    ],
    ['flat subplans', () => filled('->  Result  (cost=0.00..1.00 rows=1 width=4)\nSubPlan 1\n')],
    ['keys', () => `${plan}${filled('  Some key: value\n')}`],
    ['workers', () => `${plan}${filled('  Worker 0:  actual time=0.1..0.2 rows=3 loops=1\n')}`],
    ['Query Text', () => filled('Query Text: select 1\n')],
    ['log lines', () => filled('2024-05-01 10:00:00 UTC [7] LOG:  duration: 1.5 ms  plan:\n\tQuery Text: select 1\n')],
    ['slow-log lines', () => filled('# Time: 2024-05-01T10:00:00Z\n# Query_time: 1  Lock_time: 0\n')],
    ['rows of a table', () => `id\tselect_type\ttable\n${filled('1\tSIMPLE\tt\n')}`],
    ['tables', () => filled('id\tselect_type\ttable\n')],
    ['random bytes', () => noise(bytes)],
    ['random printable letters', () => noise(printable)],
    ['random printable lines', () => noise(`${printable}\n\n\n`)],
    ['random letters of plans', () => noise('->|+():=\'"{}[]<>/\n \t*#,.;\\0aA')],
    ['random quotes and brackets', () => noise('\'"`()[]{}\n')],
    ['words', () => filled(words)],
    ['statements', () => filled("SELECT * FROM t WHERE a = 'x';\n")],
    ['one statement', () => `SELECT ${filled('a + 1, ')} 1`],
    ['one line', () => filled('Seq Scan on t ')],
    ['one line of words', () => filled('select a from b where c -> d ')],
    ['a plan before 10 MB of words', () => `${plan}\n${filled(words)}`],
    ['a plan behind 10 MB of words', () => `${filled(words)}\n${plan}`],
    ['a plan before 10 MB of one line', () => `${plan}\n${filled('word ')}`],
    ['a plan behind 10 MB of one line', () => `${filled('word ')}\n${plan}`],
    ['JSON before 10 MB of words', () => `${json}\n${filled(words)}`],
    ['JSON behind 10 MB of words', () => `${filled(words)}\n${json}`],
    [
      'a plan with 10 MB in a condition',
      () => `Seq Scan on t  (cost=0.00..1.00 rows=1 width=4)\n  Filter: (a = '${filled('x y ')}')\n`,
    ],
    [
      'a plan with 10 MB of ORs',
      () => `Seq Scan on t  (cost=0.00..1.00 rows=1 width=4)\n  Filter: (${filled("(a = 'x') OR ")}(b))\n`,
    ],
    [
      'a tree with 10 MB of ORs',
      () => `-> Filter: (${filled("(a = 'x') or ")}(b))  (cost=1 rows=1)\n    -> Table scan on t  (cost=1 rows=1)`,
    ],
    ['{', () => filled('{')],
    ['[', () => filled('[')],
    ['lines of {', () => filled('{\n')],
    ['lines of [', () => filled('[\n')],
    ['"', () => filled('"')],
    ['lines of "', () => filled('"\n')],
    ['{"', () => filled('{"')],
    ['{"a":', () => filled('{"a":')],
    ['{"query_block": ', () => filled('{"query_block": ')],
    ['[{"Plan": {"Node Type": "Limit", "Plans": ', () => filled('[{"Plan": {"Node Type": "Limit", "Plans": ')],
    ['lines of {}', () => filled('{}\n')],
    ['lines of {"query_block": {}}', () => filled('{"query_block": {}}\n')],
    ['<Plan>', () => filled('<Plan>')],
    ['<explain>', () => filled('<explain>')],
    ['lines of <explain>', () => filled('<explain>\n')],
    ['- Plan:', () => filled('- Plan:')],
    ['lines of - Plan:', () => filled('- Plan:\n')],
    ['lines of a YAML plan', () => filled('- Plan:\n    Node Type: "Result"\n')],
    ['dashes of YAML', () => filled('- ')],
    ['&lt;', () => filled('&lt;')],
    ['typographic quotes', () => filled('\u2018x\u2019 \u201cy\u201d\n')],
    ['no-break blanks', () => filled('\u00a0')],
    ['backslashes', () => filled('\\')],
    ['-> and \\n', () => `-> ${filled('a\\n-> ')}`],
    ['numbered lines', () => Array.from({ length: 900_000 }, (_, at) => `${at + 1}: x`).join('\n')],
    ['comments', () => filled('-- x\n')],
    ['comments of C', () => filled('/*')],
    ['semicolons', () => filled(';')],
  ])
}
