import type { TextSpan } from '../text-span'
import type { KeyPartReasonCode, ReasonEvidence } from './model'

/** What a sentence needs to know; every field is optional, the sentences get along without. */
export interface ReasonFacts {
  /** The part itself, as shown: `msg_type(5)`. */
  readonly part?: string | undefined
  /** The condition on the part, as written. */
  readonly condition?: string | undefined
  /** The earlier part that ends the usable prefix. */
  readonly previous?: string | undefined
  readonly previousCondition?: string | undefined
  /** What keeps the column's values from being compared as they stand in the index. */
  readonly conversion?: Conversion | undefined
  readonly literal?: string | undefined
  readonly prefixChars?: number | undefined
  /** The index that the server reads instead. */
  readonly chosenIndex?: string | undefined
  /** The table that would have to be read first. */
  readonly otherTable?: string | undefined
  /** The server's own words, where it said why. */
  readonly serverSays?: string | undefined
  /** The collation that the comparison goes by, and the one that the index is sorted by. */
  readonly collations?: { readonly compared: string; readonly sorted: string } | undefined
  /** The hint that forbids the index, as written; without it the index is invisible (IGNORED on MariaDB). */
  readonly hint?: string | undefined
  /** What the search for ranges met: a limit, a cost. One sentence. */
  readonly because?: string | undefined
  /** ORDER BY or GROUP BY, where the index stops giving it, and why. */
  readonly order?: { readonly clause: string; readonly because: string } | undefined
  /** PostgreSQL: one end of the range only. */
  readonly isBeginOnly?: boolean | undefined
  /** PostgreSQL 18 steps over the values of an earlier part; how often, where it was measured. */
  readonly isJumped?: boolean | undefined
  readonly searches?: number | undefined
  /** PostgreSQL's INCLUDE. */
  readonly isIncluded?: boolean | undefined
  /** Appended to the sentence: a second fact about the same part. */
  readonly besides?: string | undefined
}

/** Types, character sets or names that are compared with the values of a column. */
export type Conversion =
  | { readonly kind: 'number'; readonly columnType?: string | undefined }
  | { readonly kind: 'time'; readonly columnType?: string | undefined }
  | { readonly kind: 'charset'; readonly column: string; readonly other: string }
  | { readonly kind: 'member-names' }
  | { readonly kind: 'cast'; readonly to: string }

export interface Reason {
  readonly code: KeyPartReasonCode
  readonly text: string
  readonly sqlSpan?: TextSpan
  readonly evidence?: readonly ReasonEvidence[]
}

const part = (facts: ReasonFacts) => (facts.part === undefined ? 'this part' : `\`${facts.part}\``)
const condition = (facts: ReasonFacts) => (facts.condition === undefined ? 'the condition' : `\`${facts.condition}\``)
const previous = (facts: ReasonFacts) => (facts.previous === undefined ? 'an earlier part' : `\`${facts.previous}\``)

/** One sentence for each code. Neutral, about this index, with the column or condition by name. */
const sentences: Readonly<Record<KeyPartReasonCode, (facts: ReasonFacts) => string>> = {
  'previous-part-is-range': (facts) =>
    facts.previousCondition === undefined
      ? `Range on ${previous(facts)} ends the usable prefix: later parts cannot narrow the read.`
      : `Range on ${previous(facts)} ends the usable prefix: \`${facts.previousCondition}\` is a range, so later parts cannot narrow the read.`,
  'previous-part-not-used': (facts) =>
    `${capital(previous(facts))}, an earlier part of the index, is not bounded, so ${part(facts)} cannot narrow the read.`,
  'not-in-condition': (facts) => `No condition on ${part(facts)}.`,
  'function-or-expression': (facts) =>
    `${capital(condition(facts))} puts an expression around the column; the index holds the bare values of ${part(facts)}.`,
  'implicit-conversion': (facts) => conversionSentence(facts) + said(facts),
  collation: (facts) =>
    (facts.collations === undefined
      ? `${capital(condition(facts))} needs the order of plain characters, but ${part(facts)} is sorted by a collation; an index with text_pattern_ops or COLLATE "C" serves it.`
      : `${capital(condition(facts))} compares by the collation \`${facts.collations.compared}\`, but the index holds ${part(facts)} in the order of \`${facts.collations.sorted}\`.`) +
    said(facts),
  'leading-wildcard': (facts) =>
    `${capital(condition(facts))} begins with a wildcard, so there is no fixed beginning to search for.`,
  'literal-shorter-than-prefix': (facts) => {
    const length = facts.literal?.length ?? 0
    return `The literal \`${facts.literal ?? ''}\` has ${length} ${length === 1 ? 'character' : 'characters'}, the index prefix ${facts.prefixChars ?? 0}: the LIKE is a range of prefixes, so later parts narrow only its edges, although key_len counts them.`
  },
  'or-spans-parts': (facts) =>
    `${capital(condition(facts))} is an OR that does not bound ${part(facts)} in every branch.`,
  negation: (facts) =>
    `${capital(condition(facts))} excludes values instead of naming them: nearly everything else would have to be read.`,
  'row-constructor': (facts) =>
    `${capital(condition(facts))} compares rows, which this server does not turn into a range of the index.`,
  'narrows-only-range-edges': (facts) =>
    facts.isJumped
      ? `Behind the many values of ${previous(facts)} the server jumps to the next entry that fits ${part(facts)} where that saves pages, and reads on where it does not${facts.searches === undefined ? '' : `; it made ${facts.searches.toLocaleString('en-US')} ${facts.searches === 1 ? 'search' : 'searches'}`}.`
      : facts.isBeginOnly
        ? `Behind the range on ${previous(facts)} it narrows only where the read begins; later entries are checked one by one.`
        : `Counted in key_len, but behind the range on ${previous(facts)} it narrows only the first and the last value of that range.`,
  'only-index-condition': (facts) =>
    facts.isIncluded
      ? `The index includes the value of ${part(facts)}, but cannot be searched by it.`
      : `${capital(condition(facts))} is checked in the index before the row is read, but does not bound the read${facts.because === undefined ? '' : `: ${facts.because}`}.`,
  'mixed-order': (facts) =>
    facts.order === undefined
      ? `The order asked for mixes directions that the index does not have at ${part(facts)}.`
      : `${facts.order.clause} mixes directions that the index does not have: ${facts.order.because}.`,
  'order-breaks': (facts) =>
    `${capital(part(facts))} does not give the order of ${facts.order?.clause ?? 'the statement'}: ${facts.order?.because ?? 'the index breaks it before'}.`,
  'fewer-parts-chosen': (facts) =>
    `${capital(condition(facts))} could have bounded the read too; ${facts.because ?? 'the server chose to use fewer parts.'}`,
  'hint-forbids': (facts) =>
    facts.hint === undefined
      ? 'The index is hidden from the optimizer (INVISIBLE, IGNORED, or not valid), so it is not read.'
      : `\`${facts.hint}\` forbids the server to read this index.`,
  'index-scan': (facts) =>
    facts.condition === undefined
      ? 'The whole index is read from end to end; nothing narrows the read.'
      : `The whole index is read from end to end; ${condition(facts)} is checked on each entry.`,
  'not-chosen': (facts) =>
    `${
      facts.chosenIndex === undefined
        ? 'The server did not choose this index.'
        : `The server chose \`${facts.chosenIndex}\` instead.`
    }${facts.because === undefined ? '' : ` ${facts.because}`}`,
  'other-table': (facts) =>
    facts.otherTable === undefined
      ? `${capital(condition(facts))} compares with another table in a way that no lookup can use.`
      : `${capital(condition(facts))} could be looked up only after \`${facts.otherTable}\` is read.`,
}

/** The reason for a code, with the facts in it, and the condition's place in the statement where it was found. */
export function reason(
  code: KeyPartReasonCode,
  facts: ReasonFacts,
  sqlSpan?: TextSpan,
  evidence: readonly ReasonEvidence[] = [],
): Reason {
  const text = sentences[code](facts) + (facts.besides === undefined ? '' : ` ${facts.besides}`)
  return {
    code,
    text,
    ...(sqlSpan === undefined ? {} : { sqlSpan }),
    ...(evidence.length === 0 ? {} : { evidence }),
  }
}

function conversionSentence(facts: ReasonFacts): string {
  const { conversion } = facts
  const first = `every value of ${part(facts)} would have to be converted first.`
  if (conversion === undefined) return `The values of ${part(facts)} would have to be converted first.`
  switch (conversion.kind) {
    case 'member-names':
      return `${capital(condition(facts))} compares names, but ${part(facts)} is sorted by the numbers of its members: only = and IN can search it.`
    case 'charset':
      return `${capital(condition(facts))} compares \`${conversion.column}\` text with \`${conversion.other}\` text: ${first}`
    case 'cast':
      return `${capital(condition(facts))} compares as \`${conversion.to}\`: ${first}`
    default: {
      const type = conversion.columnType === undefined ? 'text' : `a \`${conversion.columnType}\``
      return `${capital(condition(facts))} compares ${type} with a ${conversion.kind === 'number' ? 'number' : 'date or time'}: ${first}`
    }
  }
}

function said({ serverSays }: ReasonFacts): string {
  return serverSays === undefined ? '' : ` The server says: ${serverSays}`
}

/** Sentences that begin with code stay as they are. */
function capital(text: string): string {
  return text.startsWith('`') ? text : text.charAt(0).toUpperCase() + text.slice(1)
}
