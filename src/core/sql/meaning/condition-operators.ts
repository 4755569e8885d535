const turned: Readonly<Record<string, string>> = {
  '=': '=',
  '<=>': '<=>',
  '<>': '<>',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
  '@>': '<@',
  '<@': '@>',
  '&&': '&&',
}

const negations: Readonly<Record<string, string>> = {
  '=': '<>',
  '<>': '=',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
  '': 'NOT',
  '~': '!~',
  '!~': '~',
  '~*': '!~*',
  '!~*': '~*',
}

/** The operator when the sides change places; undefined where they cannot. */
export function turnedOperator(operator: string): string | undefined {
  return turned[operator]
}

/** What NOT before a test demands: `<` is `>=`, IN is NOT IN, `= ANY` is `<> ALL`. NULL is neither way true. */
export function negatedOperator(operator: string): string {
  const known = negations[operator]
  if (known !== undefined) return known
  const quantified = /^(\S+) (ANY|ALL)$/.exec(operator)
  if (quantified !== null) {
    const [, comparison = '', quantifier] = quantified
    return `${negations[comparison] ?? `NOT ${comparison}`} ${quantifier === 'ANY' ? 'ALL' : 'ANY'}`
  }
  if (operator.startsWith('IS NOT ')) return `IS ${operator.slice('IS NOT '.length)}`
  if (operator.startsWith('IS ')) return `IS NOT ${operator.slice('IS '.length)}`
  return operator.startsWith('NOT ') ? operator.slice('NOT '.length) : `NOT ${operator}`
}

/** Does it exclude values instead of picking them? */
export function excludes(operator: string): boolean {
  // The words of these are the other way round.
  if (operator.endsWith('DISTINCT FROM')) return operator === 'IS DISTINCT FROM'
  return /^(NOT|IS NOT|<> |<>$|!~)/.test(operator)
}
