import type { Dialect } from '../engine'
import { fault } from '../errors'
import { SignificantTokens } from '../sql/significant-tokens'
import { splitStatements } from '../sql/statements'
import { tokenize } from '../sql/tokenizer'
import { foldName, namesInText, type QualifiedName, withoutSchemas } from './names-in-text'

/** What may be created, altered or dropped in a scratch schema. */
const objects = new Set(['INDEX', 'TABLE', 'TRIGGER', 'FUNCTION', 'PROCEDURE', 'VIEW', 'SEQUENCE', 'STATISTICS'])
/** Words between CREATE and the object. */
const between = new Set(['OR', 'REPLACE', 'UNIQUE', 'FULLTEXT', 'SPATIAL', 'UNLOGGED', 'CONSTRAINT', 'AGGREGATE'])
/** Words after which a relation stands, never a type, a function or an operator class. */
const beforeRelation = new Set(
  'ON TABLE INDEX TRIGGER VIEW SEQUENCE STATISTICS INTO FROM JOIN UPDATE ONLY EXISTS REFERENCES LIKE FUNCTION PROCEDURE PARTITION INHERIT OF'.split(
    ' ',
  ),
)

/**
 * A statement of the person as it is sent inside a scratch schema: names of copied tables lose their schema.
 * @param schemas the schemas of the server
 * @throws SargableError `not-allowed` for anything that could reach out of the scratch schema
 */
export function scratchDdl(
  sql: string,
  dialect: Dialect,
  schemas: readonly string[],
  copied: readonly QualifiedName[],
): string {
  const tokens = tokenize(sql, dialect)
  if (splitStatements(tokens).length !== 1) {
    throw fault('not-one-statement', 'Each change of a scratch schema is one statement.')
  }
  const code = new SignificantTokens(tokens)
  checkKind(code, sql)
  const inScratch = withoutConcurrently(withoutSchemas(sql.trim().replace(/;\s*$/, ''), dialect, copied), dialect)
  const others = new Set(schemas.map((schema) => foldName(schema, dialect)))
  const tables = new Set(copied.map(({ name }) => foldName(name, dialect)))
  // DROP and ANALYZE take lists of relations, and nothing else that has a schema.
  const namesOnly = ['DROP', 'ANALYZE', 'OPTIMIZE'].includes(code.word(0))
  // EXECUTE FUNCTION of a trigger: what it calls stays where it is.
  const calls = code.word(0) === 'CREATE' && [1, 2, 3, 4].some((at) => code.word(at) === 'TRIGGER')
  const outside = namesInText(inScratch, dialect).find(
    ({ qualifier, after }) =>
      qualifier !== undefined &&
      others.has(qualifier) &&
      !(calls && dialect === 'postgres' && (after === 'FUNCTION' || after === 'PROCEDURE')) &&
      (beforeRelation.has(after) || namesOnly || (dialect !== 'postgres' && !tables.has(qualifier))),
  )
  if (outside) {
    throw fault('not-allowed', `The change names "${outside.qualifier}.${outside.name}", which is not in scratch.`, {
      hint: 'Only tables that are copied can be changed; name them without a schema.',
    })
  }
  return inScratch
}

function checkKind(code: SignificantTokens, sql: string): void {
  let at = 1
  while (between.has(code.word(at)) || (code.word(at) === 'DEFINER' && code.isOperator(at + 1, '='))) {
    if (code.word(at) !== 'DEFINER') at++
    else for (at += 2; at < code.length && !objects.has(code.word(at)); ) at++
  }
  const verb = code.word(0)
  for (let word = 1; word < code.length && verb === 'ALTER'; word++) {
    if (code.word(word) === 'SET' && code.word(word + 1) === 'SCHEMA') {
      throw fault('not-allowed', 'What is copied stays in the scratch schema.')
    }
  }
  const allowed =
    (['CREATE', 'ALTER', 'DROP'].includes(verb) && objects.has(code.word(at))) ||
    verb === 'ANALYZE' ||
    (verb === 'OPTIMIZE' && code.word(1) === 'TABLE')
  if (allowed) return
  throw fault('not-allowed', `"${sql.trim().slice(0, 60)}" is not a change that can be made in a scratch schema.`, {
    hint: 'CREATE, ALTER and DROP of indexes, tables, triggers and routines are, and ANALYZE.',
  })
}

/** A scratch schema has no other users, and CONCURRENTLY is refused inside of a function, which is how it is sent. */
function withoutConcurrently(sql: string, dialect: Dialect): string {
  if (dialect !== 'postgres') return sql
  const word = namesInText(sql, dialect).find(
    ({ name, after, qualifier }) => name === 'concurrently' && after === 'INDEX' && qualifier === undefined,
  )
  return word ? sql.slice(0, word.start) + sql.slice(word.nameStart + 'concurrently'.length) : sql
}
