/** Markup that is safe to be put into a page as it is. */
export interface Html {
  readonly html: string
}

type Value = string | number | Html | undefined | false | readonly (string | number | Html | undefined | false)[]

/** Markup from a template: values are text and escaped, unless they are markup themselves; lists are joined. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return { html: parts.map((part, at) => `${at === 0 ? '' : textOf(values[at - 1])}${part}`).join('') }
}

function textOf(value: Value): string {
  if (value === undefined || value === false) return ''
  if (typeof value === 'string' || typeof value === 'number') return escaped(String(value))
  return 'html' in value ? value.html : value.map(textOf).join('')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}

/** A document inside a page, which no parser takes for the end of its element. */
export function embeddedJson(id: string, document: unknown): Html {
  const text = JSON.stringify(document).replace(/</g, '\\u003c')
  return { html: `<script type="application/json" id="${escaped(id)}">${text}</script>` }
}
