import type { AddCommand } from '../program'
import { sqlText } from '../text/sql'
import { dialectOption, textAction, textOptions } from '../text-command'

/** `sargable sql [FILE]`: statements, their kind, tables, placeholders and fingerprint, with spans. */
export const sqlCommand: AddCommand = (root, surroundings) => {
  textOptions(root.command('sql').argument('[file]', 'SQL; standard input without it or for -'))
    .description('what a text of SQL says: statements, kinds, tables, fingerprints')
    .addOption(dialectOption())
    .action(
      textAction(
        surroundings,
        (call, line) => call('sql.read', { text: line.text, ...(line.dialect && { dialect: line.dialect }) }),
        sqlText,
      ),
    )
}
