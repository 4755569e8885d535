import type { AddCommand } from '../program'
import { traceText } from '../text/trace'
import { textAction, textOptions } from '../text-command'

/** `sargable trace parse [FILE]`: an optimizer trace as what was considered. */
export const traceCommand: AddCommand = (root, surroundings) => {
  const trace = root.command('trace').description('optimizer traces as texts')
  textOptions(trace.command('parse').argument('[file]', 'the trace; standard input without it or for -'))
    .description('reads an optimizer trace of MySQL or MariaDB')
    .action(textAction(surroundings, (call, { text }) => call('trace.parse', { text }), traceText))
}
