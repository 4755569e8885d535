import type { AddCommand } from '../program'
import { pasteText } from '../text/paste'
import { dialectOption, textAction, textOptions } from '../text-command'

/** `sargable paste [FILE]`: says what a text is, in parts. */
export const pasteCommand: AddCommand = (root, surroundings) => {
  textOptions(root.command('paste').argument('[file]', 'any text; standard input without it or for -'))
    .description('says what a pasted text is: statement, plan, slow-log entry, trace, DDL')
    .addOption(dialectOption())
    .action(
      textAction(
        surroundings,
        (call, line) => call('paste.recognize', { text: line.text, ...(line.dialect && { dialect: line.dialect }) }),
        pasteText,
      ),
    )
}
