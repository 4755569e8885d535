// Writes docs/rules: a page for each advice rule, made from the rule itself, and their list.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rulePages } from '../src/core/advisor/rule-pages'
import { rules } from '../src/core/advisor/rules/index'

const folder = join(process.cwd(), 'docs/rules')
const pages = rulePages(rules)
mkdirSync(folder, { recursive: true })
for (const name of readdirSync(folder)) if (!pages.has(name)) rmSync(join(folder, name))
for (const [name, text] of pages) writeFileSync(join(folder, name), text)
console.log(`${pages.size - 1} rules in docs/rules`)
