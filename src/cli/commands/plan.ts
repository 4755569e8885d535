import type { AddCommand } from '../program'
import { planText } from '../text/plan'
import { dialectOption, schemaOption, textAction, textOptions } from '../text-command'

/** `sargable plan parse [FILE]`: pasted EXPLAIN output as plans. */
export const planCommand: AddCommand = (root, surroundings) => {
  const plan = root.command('plan').description('plans as texts')
  textOptions(plan.command('parse').argument('[file]', 'EXPLAIN output; standard input without it or for -'))
    .description('recognizes and reads EXPLAIN output')
    .addOption(dialectOption())
    .addOption(schemaOption())
    .action(
      textAction(
        surroundings,
        (call, line) =>
          call('plan.parse', {
            text: line.text,
            ...(line.dialect && { dialect: line.dialect }),
            ...(line.sql !== undefined && { sql: line.sql }),
            ...(line.schema !== undefined && { schema: line.schema }),
          }),
        planText,
      ),
    )
}
