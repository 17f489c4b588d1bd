// The language equals that of a reference (RFC 9110 section 12.5.4; lookup and filtering of RFC 4647 section 3), for
// malformed fields too it is a declared one.
import accepts from '@fastify/accepts'
import Fastify, { type FastifyInstance } from 'fastify'
import { Languages } from '../../../../lib/context/languages.ts'
import { holds, Input, same } from '../input.ts'
import { trimmed } from '../split-list.ts'

const STRINGS = [
  { en: 'Cancel', de: 'Stornieren', 'de-CH': 'Storniere' },
  { 'de-CH': 'Storniere', de: 'Stornieren', fr: 'Annuler' },
  { 'pt-BR': 'Cancelar' },
  { 'zh-Hant-TW': 'a', zh: 'b', en: 'c' }
]
const languages = new Languages()
for (const string of STRINGS) languages.add(string, 'the target')

const app: FastifyInstance = Fastify()
await app.register(accepts)
let seen: Array<{ key: string, localized: string[] }> = []
app.get('/', request => {
  const chosen = languages.choose(request)
  seen.push({ key: chosen.key, localized: STRINGS.map(string => languages.localize(string, chosen)) })
  return ''
})
await app.ready()

export async function fuzz (data: Buffer): Promise<void> {
  const field = new Input(data).field()
  seen = []
  for (let count = 0; count < 2; count++) await app.inject({ url: '/', headers: { 'accept-language': field } })
  same(seen[1], seen[0], 'the second response')
  for (const [index, string] of STRINGS.entries()) {
    const localized = seen[0]!.localized[index]!
    holds(Object.values<string>(string).includes(localized), `no declared string: ${localized}`)
    const expected = reference(field, Object.keys(string))
    if (expected !== null) same(localized, new Map(Object.entries(string)).get(expected), `Accept-Language: ${field}`)
  }
}

interface Range { readonly range: string, readonly quality: number, readonly order: number }

/** The tag for a field, the first one where nothing is acceptable; null for a field that is malformed. */
function reference (field: string, tags: readonly string[]): string | null {
  if (field.length > 1024) return tags[0]!
  const ranges: Range[] = []
  for (const [order, element] of field.split(',').map(trimmed).entries()) {
    const [
      , range, weight = '1'
    ] = /^(\*|[a-z]{1,8}(?:-[a-z0-9]{1,8})*)(?:[ \t]*;[ \t]*q=(0(?:\.\d{1,3})?|1(?:\.0{1,3})?))?$/i.exec(element) ?? []
    if (range === undefined) return null
    ranges.push({ range: range.toLowerCase(), quality: Number(weight), order })
  }
  const ranked = tags.map((tag, index) => ({ tag, index, ...best(tag.toLowerCase(), ranges) }))
    .filter(({ quality }) => quality > 0)
  ranked.sort((a, b) => b.quality - a.quality || b.specificity - a.specificity || a.order - b.order ||
    a.index - b.index)
  return ranked[0]?.tag ?? tags[0]!
}

// The most specific range decides, of equal ones that with the highest quality.
function best (tag: string, ranges: readonly Range[]): { quality: number, specificity: number, order: number } {
  const matching = ranges.map(range => ({ ...range, specificity: specificityOf(tag, range.range) }))
    .filter(({ specificity }) => specificity >= 0)
  matching.sort((a, b) => b.specificity - a.specificity || b.quality - a.quality || b.order - a.order)
  return matching[0] ?? { quality: 0, specificity: 0, order: 0 }
}

function specificityOf (tag: string, range: string): number {
  if (tag === range) return 3
  if (tag === range.split('-')[0]) return 2
  if (tag.split('-')[0] === range) return 1
  return range === '*' ? 0 : -1
}
