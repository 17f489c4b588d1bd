import { validateHeaderValue } from 'node:http'
import { createRequire } from 'node:module'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import t from 'tap'
import { isLinkTarget, linkHeader, linkValue } from '../../../lib/http/link-header.ts'
import type { ProjectedLink } from '../../../types/formats.ts'
import { runs } from '../../support/runs.ts'
import { sixteenKibibytes } from './long-text.ts'

interface ParsedLink {
  readonly uri: string
  readonly rel: string
  readonly title?: string
  readonly 'title*'?: { readonly value: string }
}

interface Parser { parse (text: string): { readonly refs: readonly ParsedLink[] } }

const parser = createRequire(import.meta.url)('http-link-header') as Parser

t.test('linkValue writes a link', async (t) => {
  const rows: Array<[name: string, link: Partial<ProjectedLink>, expected: string]> = [
    ['plain', {}, '</a>; rel="self"'],
    [
      'an absolute URL', { href: 'https://api.example.com/?name=What,+me;x=\'(y)\'' },
      '<https://api.example.com/?name=What,+me;x=\'(y)\'>; rel="self"'
    ],
    [
      'a relation that is a URI', { rel: 'https://example.com/rels/widget' },
      '</a>; rel="https://example.com/rels/widget"'
    ],
    ['a CURIE', { rel: 'acme:widgets' }, '</a>; rel="acme:widgets"'],
    ['a relation with a backslash', { rel: 'a\\b' }, '</a>; rel="a\\\\b"'],
    ['a relation with a space stays one', { rel: 'a b' }, '</a>; rel="a%20b"'],
    ['a relation beyond ASCII', { rel: 'größe' }, '</a>; rel="gr%C3%B6%C3%9Fe"'],
    ['all attributes, in one order', { hreflang: 'en-US', profile: '/p', type: 'text/html', name: 'n', title: 't' },
      '</a>; rel="self"; title="t"; name="n"; type="text/html"; profile="/p"; hreflang=en-US'],
    ['empty attributes', { hreflang: '', profile: '', type: '', name: '', title: '' }, '</a>; rel="self"'],
    [
      'attributes of control characters',
      { hreflang: '\r', profile: '\n', type: '\u0085', name: '\u007f', title: '\u0000' }, '</a>; rel="self"'
    ],
    ['comma and semicolon', { title: 'previous, chapter; two' }, '</a>; rel="self"; title="previous, chapter; two"'],
    ['quotes and backslashes', { title: 'a "b" \\' }, '</a>; rel="self"; title="a \\"b\\" \\\\"'],
    [
      'control characters are dropped', { title: 'a\r\nX-Evil: 1\u007f\u0085b' },
      '</a>; rel="self"; title="aX-Evil: 1b"'
    ],
    [
      'a title beyond ASCII', { title: 'nächstes Kapitel' }, "</a>; rel=\"self\"; title*=UTF-8''n%C3%A4chstes%20Kapitel"
    ],
    [
      'what an ext-value must encode', { title: "ä'()*%\"" },
      "</a>; rel=\"self\"; title*=UTF-8''%C3%A4%27%28%29%2A%25%22"
    ],
    ['halves of a character around a control character', { title: '\ud83d\r\n\ude00' },
      "</a>; rel=\"self\"; title*=UTF-8''%EF%BF%BD%EF%BF%BD"],
    ['a title with a lone surrogate', { title: 'a\ud83d' }, "</a>; rel=\"self\"; title*=UTF-8''a%EF%BF%BD"],
    ['a name beyond ASCII', { name: 'ä' }, "</a>; rel=\"self\"; name*=UTF-8''%C3%A4"],
    ['a name that ends in a backslash', { name: 'a\\' }, '</a>; rel="self"; name="a\\\\"'],
    ['a media type with a parameter', { type: 'a/b; c="d"' }, '</a>; rel="self"; type="a/b; c=\\"d\\""'],
    ['a media type beyond ASCII', { type: 'text/ä' }, '</a>; rel="self"'],
    ['a profile beyond ASCII', { profile: '/ä b' }, '</a>; rel="self"; profile="/%C3%A4%20b"'],
    ['a long language tag', { hreflang: 'zh-Hant-TW-x-private' }, '</a>; rel="self"; hreflang=zh-Hant-TW-x-private'],
    ['a deprecation is omitted', { deprecation: '/d' }, '</a>; rel="self"'],
    ['spaces in an href', { href: ' /a b' }, '<%20/a%20b>; rel="self"'],
    ['an href beyond ASCII', { href: '/ś/\u{1f600}' }, '</%C5%9B/%F0%9F%98%80>; rel="self"'],
    ['an href with a lone surrogate', { href: '/\udc00' }, '</%EF%BF%BD>; rel="self"'],
    ['what no URI has', { href: '/"\\^`{|}' }, '</%22%5C%5E%60%7B%7C%7D>; rel="self"'],
    ['what a URI has', { href: "/!#$%&'()*+,-./09:;=?@AZ[]_az~" }, "</!#$%&'()*+,-./09:;=?@AZ[]_az~>; rel=\"self\""],
    ['an encoded href', { href: '/a%20b' }, '</a%20b>; rel="self"']
  ]
  for (const [name, link, expected] of rows) t.equal(linkValue({ rel: 'self', href: '/a', ...link }), expected, name)
  for (const hreflang of [
    'en_US', 'en-', '-en', 'en-languages', 'languages', '1', 'en;x', 'en,de', 'ä', 'a"b', 'en us'
  ]) {
    t.equal(linkValue({ rel: 'self', href: '/a', hreflang }), '</a>; rel="self"', `malformed: ${hreflang}`)
  }
})

t.test('linkValue omits what cannot be encoded', async (t) => {
  const rows: Array<[name: string, link: Partial<ProjectedLink>]> = [
    ['a template', { href: '/orders{?q}', templated: true }],
    ['no href', { href: '' }],
    ['no relation', { rel: '' }],
    ['a relation of control characters', { rel: '\r\n' }],
    ...['<', '>', '\r\nX-Evil: 1', '\t', '\u0000', '\u001f', '\u007f', '\u0085', '\u009f'].map(
      (text): [string, Partial<ProjectedLink>] => [`${JSON.stringify(text)} in an href`, { href: `/a${text}b` }]
    )
  ]
  for (const [name, link] of rows) t.equal(linkValue({ rel: 'self', href: '/a', ...link }), null, name)
})

t.test('linkHeader joins links and cuts at one', async (t) => {
  const links = [{ rel: 'self', href: '/1' }, { rel: 'weird', href: '/<' }, { rel: 'next', href: '/2' }]
  const first = '</1>; rel="self"'
  const both = `${first}, </2>; rel="next"`
  t.same(linkHeader([]), { field: '', cut: false }, 'no link')
  t.same(linkHeader([{ rel: 'a', href: '' }]), { field: '', cut: false }, 'no link')
  t.same(linkHeader(links), { field: both, cut: false }, 'in order')
  t.same(linkHeader(links, both.length), { field: both, cut: false }, 'just enough')
  t.same(linkHeader(links, both.length - 1), { field: first, cut: true }, 'one byte short')
  t.same(linkHeader(links, 0), { field: '', cut: true }, 'no room')
  t.same(
    linkHeader([{ rel: 'a', href: '/long' }, { rel: 'a', href: '/' }], 15), { field: '', cut: true },
    'nothing behind the cut'
  )
  t.same(linkHeader([{ rel: 'self', href: '/ś' }], 18), { field: '', cut: true }, 'bytes as written')
})

t.test('a thousand links', async (t) => {
  const links = Array.from(
    { length: 1000 }, (_, number) => ({ rel: 'item', href: `https://api.example.com/orders/${number}` })
  )
  const { field, cut } = linkHeader(links)
  t.ok(cut)
  t.ok(field.length <= 8192 && field.length > 8000)
  const { refs } = parser.parse(field)
  t.same(refs.map(({ uri }) => uri), links.slice(0, refs.length).map(({ href }) => href), 'whole links, the first ones')
})

t.test('isLinkTarget knows what can stand between angle brackets', async (t) => {
  for (const url of [
    'https://docs.example.com/old', '/old?a=b#c', 'urn:x', '%20', 'http://[::1]/~a!$&\'()*+,;='
  ]) t.equal(isLinkTarget(url), true, url)
  for (const url of [
    '', ' ', 'a b', 'a<b', 'a>b', 'a"b', 'a\\', 'a^b', 'a`b', '{a}', 'a|b', 'https://x.test/a>\r\nX-Evil: 1', 'a\n',
    '\u007f', 'ä', '\ud83d'
  ]) {
    t.equal(isLinkTarget(url), false, JSON.stringify(url))
  }
})

const texts = fc.oneof(
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc.string({
    unit: fc.constantFrom('a', 'B', ' ', '"', '\\', ',', ';', '=', '<', '>', '%', '\r', '\n', '\u0085', 'ä', "'", '*')
  }),
  fc.webUrl()
)
const projected: fc.Arbitrary<ProjectedLink> = fc.record(
  { rel: texts, href: texts, title: texts, name: texts, type: texts, profile: texts, hreflang: texts },
  { requiredKeys: ['rel', 'href'] }
)

function cleaned (text: string): string {
  return text.replace(/\p{Cs}/gu, '\ufffd').replace(/\p{Cc}/gu, '')
}

function encoded (text: string, unchanged: RegExp): string {
  return Array.from(cleaned(text), (character) => unchanged.test(character) ? character : encodeURIComponent(character))
    .join('')
}

t.test('a reader gets back what was declared', async () => {
  fc.assert(fc.property(projected, (link) => {
    const value = linkValue(link)
    if (value === null) return
    validateHeaderValue('link', value)
    if (!/^[\x20-\x7e]+$/.test(value)) throw new Error(`not printable ASCII: ${value}`)
    const { refs: [ref, ...others] } = parser.parse(`${value}, </other>; rel="other"`)
    const title = cleaned(link.title ?? '')
    const expected = {
      uri: encoded(link.href, /[^ "\\^`{|}\u0080-\u{10ffff}]/u),
      rel: encoded(link.rel, /[\x21-\x7e]/),
      title: title === '' ? undefined : title
    }
    const parsed = { uri: ref?.uri, rel: ref?.rel, title: ref?.title ?? ref?.['title*']?.value }
    if (!isDeepStrictEqual(parsed, expected) || others.length !== 1) throw new Error(value)
  }), { numRuns: runs(1_000) })
})

t.test('long texts stay printable ASCII', async (t) => {
  for (const part of ['"', '\\', 'ä', '\ud83d', '\r', 'a-', ' ']) {
    const text = sixteenKibibytes(part)
    const value = linkValue({ rel: 'self', href: '/', name: text, title: text, hreflang: text })
    t.match(value, /^[\x20-\x7e]+$/, JSON.stringify(part))
  }
})
