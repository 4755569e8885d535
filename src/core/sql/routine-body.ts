/**
 * Follows the blocks of a stored routine, trigger or event, so that the `;` inside do not end the CREATE statement.
 * Fed with upper-case words and `;` in order.
 *
 *     CREATE PROCEDURE p() BEGIN IF a THEN SELECT 1; END IF; END
 *                          +1    +2                  -2      -1
 */
export class RoutineBody {
  private readonly blocks: ('block' | 'case-expression')[] = []
  private previous = ''
  private afterEnd = false

  /** True while a block is open. */
  get open(): boolean {
    return this.blocks.length > 0
  }

  /**
   * @param word upper-case word, or the text of any other token
   * @param followedByParen is the next token `(`? `IF (` may be a statement, `REPEAT(` is a function
   */
  next(word: string, followedByParen: boolean): void {
    const starts = this.startsStatement(followedByParen)
    if (this.afterEnd) {
      // END IF, END LOOP …: the word closes, it does not open. END alone has popped already.
      this.afterEnd = false
      if (closers.has(word)) {
        this.previous = word
        return
      }
    }
    if (word === 'END') {
      this.blocks.pop()
      this.afterEnd = true
    } else if (word === 'BEGIN') {
      this.blocks.push('block')
    } else if (word === 'CASE') {
      this.blocks.push(starts ? 'block' : 'case-expression')
    } else if (word === 'LOOP' || (starts && (word === 'IF' || word === 'WHILE'))) {
      this.blocks.push('block')
    } else if (starts && !followedByParen && (word === 'REPEAT' || word === 'FOR')) {
      this.blocks.push('block')
    }
    this.previous = word
  }

  /** Can a statement begin here? */
  private startsStatement(followedByParen: boolean): boolean {
    const { previous } = this
    if (!this.open) return headEnds.has(previous) || (previous === ')' && followedByParen)
    const inCase = this.blocks[this.blocks.length - 1] === 'case-expression'
    if ((previous === 'THEN' || previous === 'ELSE') && inCase) return false
    return statementOpeners.has(previous)
  }
}

const closers: ReadonlySet<string> = new Set(['IF', 'CASE', 'LOOP', 'WHILE', 'REPEAT', 'FOR'])

/** What may stand before a statement inside a body. */
const statementOpeners: ReadonlySet<string> = new Set('; : BEGIN THEN ELSE DO LOOP REPEAT'.split(' '))

/** What may stand before a body that is one statement without BEGIN. */
const headEnds: ReadonlySet<string> = new Set('ROW DO SQL DATA DETERMINISTIC INVOKER DEFINER'.split(' '))
