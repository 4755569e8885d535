import { basename, extname } from 'node:path'
import { fault } from '../core/errors'
import type { NamedVariant } from '../core/experiment/model'
import { reportedExperiment } from '../core/experiment/reported'
import { type VariantSetting, type VariantWords, variantLetter } from '../core/experiment/variant-setting'
import type { Request } from '../service/api'
import { readText } from './input'

export type RunRequest = Request<'experiment.run'>
type Variant = RunRequest['variants'][number]

/** What the command line says of single variants. */
export interface VariantOptions {
  readonly set: readonly VariantSetting[]
  readonly ddl: readonly VariantWords[]
  readonly on: readonly VariantWords[]
}

/** The variants of an experiment, and where those run that run elsewhere. */
export interface CompareOrder {
  readonly variants: readonly Variant[]
  /** Connection URL by the variant's name. */
  readonly places: ReadonlyMap<string, string>
}

/**
 * Named A, B, … ; options may call a variant by its letter or its file. Of a single statement every letter that an option
 * names is a variant with the same text: the same statement under two settings, with two index sets, on two servers.
 * @throws SargableError `bad-request`, `file-unreadable`
 */
export async function orderFromFiles(files: readonly string[], options: VariantOptions): Promise<CompareOrder> {
  if (files.filter((file) => file === '-').length > 1) {
    throw fault('bad-request', 'Only one of the statements can come from standard input.')
  }
  const count = files.length === 1 ? lettersNamed(options) : files.length
  if (count < 2 || count > 8) {
    throw fault('bad-request', `There are ${count} variants; two to eight are compared.`, {
      hint: 'Give a file for each, or one file and --set, --ddl or --on for B, C, ….',
    })
  }
  const texts: string[] = []
  for (const file of files) texts.push(await readText(file))
  const [first = ''] = texts
  const known = files.map((file, at) => `${variantLetter(at)} (${file})`)
  const variants = Array.from({ length: count }, (_, at) => ({ name: variantLetter(at), sql: texts[at] ?? first }))
  return withOptions(variants, options, (name) => {
    const letter = variants.findIndex((variant) => variant.name === name)
    if (letter >= 0) return letter
    const place = files.findIndex((file) => file === name || basename(file) === name || stem(file) === name)
    if (place >= 0) return place
    throw fault('bad-request', `There is no variant "${name}".`, { hint: `Variants: ${known.join(', ')}.` })
  })
}

/** How many variants the letters in options make of one statement: B is the second. */
function lettersNamed({ set, ddl, on }: VariantOptions): number {
  const letters = [...set, ...ddl, ...on].map(({ variant }) => variant)
  return Math.max(1, ...letters.filter((name) => /^[A-H]$/.test(name)).map((name) => name.charCodeAt(0) - 64))
}

/**
 * The same experiment again: variants, order, limits. What the command line says comes in addition.
 * @throws SargableError `unreadable-text`, and `bad-request` for a variant that ran on another server that is not named
 */
export async function orderFromReport(
  file: string,
  options: VariantOptions,
): Promise<CompareOrder & { readonly limits: Partial<RunRequest> }> {
  const { spec } = reportedExperiment(await readText(file))
  const order = withOptions(spec.variants.map(variantOf), options, (name) => {
    const place = spec.variants.findIndex((variant) => variant.name === name)
    if (place >= 0) return place
    throw fault('bad-request', `There is no variant "${name}" in ${file}.`)
  })
  const elsewhere = spec.variants.find(({ name, on }) => on !== undefined && !order.places.has(name))
  if (elsewhere) {
    throw fault('bad-request', `Variant ${elsewhere.name} ran on ${elsewhere.on}.`, {
      hint: `Say where it runs now: --on ${elsewhere.name}=URL`,
    })
  }
  const { warmupRounds, minPairs, maxPairs, budgetMs, seed, threshold, runTimeoutMs, preset, perRun, scratch } = spec
  return {
    ...order,
    limits: {
      ...{ warmupRounds, minPairs, maxPairs, budgetMs, seed, threshold, runTimeoutMs },
      ...(preset !== undefined && { preset }),
      ...(perRun && { perRun }),
      ...(scratch && { scratch }),
    },
  }
}

function variantOf({ name, label, cell, sql, session, ddl }: NamedVariant): Variant {
  return {
    name,
    sql,
    session: [...session],
    ddl: [...ddl],
    ...(label !== undefined && { label }),
    ...(cell && { cell }),
  }
}

/** @param placeOf the place of the variant that an option names */
export function withOptions(
  variants: readonly Variant[],
  { set, ddl, on }: VariantOptions,
  placeOf: (name: string) => number,
): CompareOrder {
  const found = variants.map(({ session = [], ddl: changes = [], ...variant }) => ({
    ...variant,
    session: [...session],
    ddl: [...changes],
  }))
  for (const { variant, name, value } of set) found[placeOf(variant)]?.session.push({ name, value })
  // The copy is thrown away at the end: nothing has to be undone.
  for (const { variant, words } of ddl) found[placeOf(variant)]?.ddl.push({ apply: words, undo: '' })
  const places = new Map<string, string>()
  for (const { variant, words } of on) {
    const name = found[placeOf(variant)]?.name
    if (name !== undefined) places.set(name, words)
  }
  return { variants: found, places }
}

function stem(file: string): string {
  return basename(file, extname(file))
}
