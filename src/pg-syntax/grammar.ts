import { createRequire } from 'node:module'
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

type Library = typeof import('libpg-query')

/**
 * Loads the grammar of PostgreSQL 18, compiled from the server's sources.
 * @param onBroken called once, when a text nested too deep has left the grammar unfit: it then refuses all that comes
 */
export async function loadGrammar(onBroken: () => void): Promise<Parse> {
  const library = await newLibrary()
  let broken = false
  return (text) => {
    if (broken) return { accepted: false, message: 'not asked, a statement before was nested too deep' }
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
      if (!(thrown instanceof Error)) throw thrown
      // Its stack is full, and what was on it is never given back.
      broken = true
      onBroken()
      return { accepted: false, message: `nested too deep (${thrown.message})` }
    }
  }
}

/** An instance that nobody has used: Node keeps a loaded module, and with it the memory of the last one. */
async function newLibrary(): Promise<Library> {
  const load = createRequire(__filename)
  for (const path of Object.keys(load.cache)) if (/[\\/]libpg-query[\\/]/.test(path)) delete load.cache[path]
  const library: Library = load('libpg-query')
  await library.loadModule()
  return library
}
