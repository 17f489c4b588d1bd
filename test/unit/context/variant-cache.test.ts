import t from 'tap'
import type { Environment } from '../../../lib/context/environment.ts'
import { Languages } from '../../../lib/context/languages.ts'
import { Resolution } from '../../../lib/context/resolution.ts'
import { VariantCache } from '../../../lib/context/variant-cache.ts'
import { compileFields, type FormOwner } from '../../../lib/forms/fields/form-fields.ts'

const sessionOf = (base: string, key = ''): Resolution =>
  ({ base, languages: { key, choices: [] } }) as unknown as Resolution

/** A cache that counts how often a value is made. */
function counting () {
  const made: string[] = []
  const cache = new VariantCache(({ base, languages }) => {
    made.push(`${languages.key} ${base}`)
    return { base, languages: languages.key }
  })
  return { made, cache }
}

t.test('a value is made once for each origin and language', async t => {
  const { made, cache } = counting()
  const sessions = ['http://a', 'http://b'].flatMap(base => ['0', '1'].map(key => sessionOf(base, key)))
  for (let round = 0; round < 3; round++) {
    for (const resolution of sessions) {
      t.same(cache.of(resolution), { base: resolution.base, languages: resolution.languages.key })
    }
  }
  t.same(made, ['0 http://a', '1 http://a', '0 http://b', '1 http://b'])
})

t.test('the most recently used values are kept', async t => {
  const { made, cache } = counting()
  const own = sessionOf('http://own')
  for (let index = 0; index < 1000; index++) {
    cache.of(sessionOf(`http://${index}`))
    cache.of(own)
  }
  t.equal(made.filter(key => key === ' http://own').length, 1, 'the value that is in use')
  made.length = 0
  for (const index of [999, 985, 984]) cache.of(sessionOf(`http://${index}`))
  t.same(made, [' http://984'], 'sixteen in all')
})

t.test('a value that cannot be made is made the next time', async t => {
  let calls = 0
  const cache = new VariantCache(() => {
    if (++calls === 1) throw new Error('not now')
    return calls
  })
  t.throws(() => cache.of(sessionOf('http://a')), /not now/)
  t.equal(cache.of(sessionOf('http://a')), 2)
})

t.test('a form with texts by language is written once for each origin and language', async t => {
  const languages = new Languages()
  const environment =
    { languages, origins: { of: ({ host }: { host: string }) => `http://${host}` } } as unknown as Environment
  const declared = {
    name: 'go', prefill: null, fields: { note: { prompt: { en: 'Note', de: 'Notiz' } } }
  } as unknown as FormOwner['declared']
  const field = {
    property: { name: 'note' },
    path: ['note'],
    many: false,
    required: false,
    secret: false,
    type: null,
    format: null
  }
  const tree = { kind: 'group', required: true, members: [] } as const
  const owner = { subject: 'order', place: 'links of order', declared, environment }
  const { write } = compileFields({ tree, fields: [field], isShown: false }, owner)
  const written = (host: string, language: string) => {
    const request = { host, headers: {}, language: () => language } as never
    return write({}, new Resolution(environment, { request } as never))
  }
  const english = written('a', 'en')
  t.match(english, { text: /Note/ })
  t.match(written('a', 'de'), { text: /Notiz/ })
  written('b', 'en')
  t.equal(written('a', 'en'), english)
})
