// What `markup` writes of a value is that value for a browser, as text and in an attribute, and nothing else.
import { htmlOf, Markup, markup } from '../../../../html/markup.ts'
import type { MarkupValue } from '../../../../types/html.ts'
import { holds, Input, same, shown } from '../input.ts'

export function fuzz (data: Buffer): void {
  const bytes = new Input(data)
  const value = valueOf(bytes, 0)
  const text = textIn(value)
  const { html } = markup`<p title="${value}">${value}</p>`
  const [, attribute, content] = /^<p title="([^"<]*)">([^<]*)<\/p>$/.exec(html) ?? []
  holds(attribute !== undefined && content !== undefined, `${shown(text)} ends its element: ${html}`)
  same(decoded(attribute), text, `the attribute of ${html}`)
  same(decoded(content), text, `the text of ${html}`)
  same(htmlOf(markup`${markup`${value}`}`), htmlOf(value), 'markup within markup')
  const looks = { html: '<script>', toString: () => '<script>' } as unknown as MarkupValue
  holds(throws(() => htmlOf([value, looks])), 'an object that looks like markup')
}

// Lists and markup contain others.
function valueOf (bytes: Input, depth: number): MarkupValue {
  switch (bytes.number(depth > 3 ? 4 : 6)) {
    case 0: return bytes.line()
    case 1: return bytes.line('latin1')
    case 2: return bytes.one<MarkupValue>([null, undefined, 0, -0, 1e21, Number.NaN])
    case 3: return bytes.end()
    case 4: return Array.from({ length: bytes.number(4) }, () => valueOf(bytes, depth + 1))
    default: return markup`${valueOf(bytes, depth + 1)}`
  }
}

function textIn (value: MarkupValue): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return (value as readonly MarkupValue[]).map(textIn).join('')
  return value instanceof Markup ? decoded(value.html) : String(value)
}

const REFERENCES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&quot;': '"', '&#39;': "'" }

// Any other ampersand could begin a reference that the value has not.
function decoded (html: string): string {
  return html.replaceAll(/&[^;]{0,5};?/g, reference => {
    holds(Object.hasOwn(REFERENCES, reference), `the reference ${reference}`)
    return REFERENCES[reference]!
  })
}

function throws (run: () => unknown): boolean {
  try {
    run()
    return false
  } catch (error) {
    return error instanceof TypeError
  }
}
