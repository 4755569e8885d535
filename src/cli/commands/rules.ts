import { rulePage } from '../../core/advisor/rule-page'
import { rules } from '../../core/advisor/rules/index'
import { fault } from '../../core/errors'
import type { AddCommand } from '../program'
import { write } from '../run-context'

/** `sargable rules [NAME]`: the advice rules, a line each, or the page of one. */
export const rulesCommand: AddCommand = (root) => {
  root
    .command('rules')
    .argument('[name]', 'the rule whose page is printed')
    .description('the advice rules and their pages')
    .action(async (name: string | undefined) => {
      if (name === undefined) {
        const width = Math.max(...rules.map(({ id }) => id.length)) + 2
        await write(rules.map(({ id, title }) => `${id.padEnd(width)}${title}\n`).join(''))
        return
      }
      const found = rules.find(({ id }) => id === name)
      if (!found) throw fault('bad-request', `There is no rule "${name}".`, { hint: '`sargable rules` lists them.' })
      await write(rulePage(found))
    })
}
