import type { Node } from 'libpg-query'

export type { Node } from 'libpg-query'

/** Where and why the grammar stopped. */
export interface GrammarRefusal {
  readonly accepted: false
  readonly message: string
  /** In characters (code points), from 0, as the server's error position; absent when nobody knows. */
  readonly atCharacter?: number
}

/** What the grammar says of a text: the trees of its statements, or where it stopped. */
export type GrammarAnswer = { readonly accepted: true; readonly trees: readonly Node[] } | GrammarRefusal

/** Asks the grammar; never throws for what stands in the text. */
export type Parse = (text: string) => GrammarAnswer

/** Loads the grammar of PostgreSQL 18, compiled from the server's sources. */
export async function loadGrammar(): Promise<Parse> {
  const library = await import('libpg-query')
  await library.loadModule()
  return (text) => {
    // The library reads C strings: it would take what stands before a NUL for the whole.
    const nul = text.indexOf('\0')
    if (nul !== -1) {
      return { accepted: false, message: 'a statement holds no NUL', atCharacter: [...text.slice(0, nul)].length }
    }
    if (text === '') return { accepted: true, trees: [] }
    try {
      const trees = (library.parseSync(text).stmts ?? []).map(({ stmt }) => stmt)
      return { accepted: true, trees: trees.filter((tree) => tree !== undefined) }
    } catch (thrown) {
      if (library.hasSqlDetails(thrown)) {
        const at = thrown.sqlDetails?.cursorPosition
        return { accepted: false, message: thrown.message, ...(at === undefined ? {} : { atCharacter: at }) }
      }
      // Nested too deep for its stack.
      if (thrown instanceof Error) return { accepted: false, message: `cannot be read: ${thrown.message}` }
      throw thrown
    }
  }
}
