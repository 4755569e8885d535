import { readSchema } from '../../../../src/core/sql/ddl/read-schema'
import { meaningOf } from '../../../../src/core/sql/meaning/meaning-of'
import type { ColumnReference, ConditionNode, Meaning, Operand } from '../../../../src/core/sql/meaning/model'
import type { MeaningOptions } from '../../../../src/core/sql/meaning/names'
import { parseSql, type SyntaxDialect } from '../../../../src/core/sql/syntax/parse'

const ddl = `
CREATE TABLE t (
  id INT NOT NULL PRIMARY KEY, a INT, b VARCHAR(20) CHARACTER SET latin1 NOT NULL, c DATETIME, d DECIMAL(10,2),
  e ENUM('x', 'y'), j JSON, k INT NOT NULL
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_general_ci;
CREATE TABLE u (
  id INT NOT NULL PRIMARY KEY, t_id INT, a INT, x VARCHAR(20) NOT NULL, y INT, z DATE
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_general_ci;
CREATE TABLE v (vid INT, x VARCHAR(20) COLLATE utf8mb4_bin, w INT) DEFAULT CHARSET = utf8mb4;
CREATE TABLE Orders (OrderId INT, Total INT);
`

/** Tables t, u, v and Orders of schema `shop`. */
export const shop: MeaningOptions = {
  catalog: readSchema(ddl, 'mysql', { schema: 'shop' }).catalog,
  schema: 'shop',
}

export function meaning(sql: string, dialect: SyntaxDialect = 'mysql', options: MeaningOptions = shop): Meaning {
  const [tree] = parseSql(sql, dialect)
  if (tree === undefined || tree.error !== undefined) throw new Error(tree?.error?.message ?? 'No statement.')
  return meaningOf(tree, options)
}

/**
 * Every conjunct of every clause: `#block clause left operator right : kind`. The clause is left out for WHERE, the
 * block for the statement's own. Sides: `t.a` a column; `t.a*` of another table than the other side, `t.a^` of a block
 * further out; `?a` one that nobody can tell; `F(t.a)` a function on columns, `expr(t.a)` other work; `lit`, `param`,
 * `const` a literal, a parameter, a constant expression; `vary` what is none of them; `(…)` a row, `#1` a subquery's
 * block with `~` before when it depends on the row. LIKE's fixed part in « », closed by » when nothing follows and by
 * …» else. `{left to numeric}`: the server casts the column.
 */
export function conditionsShown({ blocks }: Meaning): string[] {
  return blocks.flatMap((block) =>
    block.conditions.flatMap(({ clause, conjuncts }) =>
      conjuncts.map((one) => {
        const place = `${block.block === 0 ? '' : `#${block.block} `}${clause === 'where' ? '' : `${clause} `}`
        return place + nodeShown(one, { blocks })
      }),
    ),
  )
}

function nodeShown(node: ConditionNode, meaning: Meaning): string {
  if (node.type !== 'condition') {
    const parts = node.parts.map((part) => nodeShown(part, meaning)).join(' | ')
    return `${node.negated ? 'not ' : ''}${node.type}[${parts}]`
  }
  const right = node.right.map((side) => sideShown(side, meaning)).join(', ')
  const fixed = node.fixedPrefix === undefined ? '' : ` «${node.fixedPrefix}${node.wholeLiteral ? '' : '…'}»`
  const words = [sideShown(node.left, meaning), node.operator, right].filter((word) => word !== '').join(' ')
  const cast = node.implicitCast === undefined ? '' : ` {${node.implicitCast.side} to ${node.implicitCast.to}}`
  return `${words}${fixed}${cast} : ${node.kind}`
}

function sideShown(side: Operand, meaning: Meaning): string {
  const mark = { 'other-table': '*', 'outer-reference': '^' }[side.constness as string] ?? ''
  if (side.form === 'row') return `(${side.items.map((item) => sideShown(item, meaning)).join(', ')})`
  if (side.form === 'column') return side.columns.map((column) => columnShown(column, meaning)).join() + mark
  const blocks = side.blocks.map((block) => `${side.constness === 'non-constant' ? '~' : ''}#${block}`)
  if (side.form === 'subquery') return blocks.join()
  const columns = [...side.columns.map((column) => columnShown(column, meaning)), ...blocks]
  if (columns.length > 0) return `${side.functionName ?? 'expr'}(${columns.join(', ')})${mark}`
  return { literal: 'lit', parameter: 'param', 'constant-expression': 'const' }[side.constness as string] ?? 'vary'
}

export function columnShown(
  column: Pick<ColumnReference, 'resolution' | 'targets' | 'name'>,
  meaning: Meaning,
): string {
  const [first] = column.targets
  const source = first && meaning.blocks[first.block]?.sources[first.source]
  switch (column.resolution) {
    case 'column':
    case 'merged':
      return `${source?.name ?? '?'}.${first?.column}`
    case 'item':
      return first === undefined ? `=${column.name}` : `=${source?.name}.${first.column}`
    case 'row':
      return `row(${source?.name})`
    case 'ambiguous':
      return `!${column.name}`
    case 'unknown':
      return `?${column.name}`
  }
}
