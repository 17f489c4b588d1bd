import t, { type Test } from 'tap'
import {
  createHyperTransform, defineLinks, type HyperOptions, type HyperTransformOptions,
  LinkTarget
} from '../../../lib/index.ts'
import { documented } from '../../support/documented.ts'
import { mediaTypesIn } from '../../support/openapi.ts'

const SIREN = 'application/vnd.siren+json'
const links = defineLinks(links => { links.self(LinkTarget.uri('/self')) })

interface Setup {
  readonly hyper?: HyperOptions
  readonly format?: string
}

/** The media types of a linked response. */
async function mediaTypes (
  t: Test, formats: HyperTransformOptions['formats'], { hyper = {}, format }: Setup = {}
): Promise<string[]> {
  const transform = createHyperTransform(formats === undefined ? {} : { formats })
  const document = await documented(t, app => {
    const config = { hyper: { links, ...(format === undefined ? {} : { format }) } }
    app.get('/value', { schema: { response: { 200: { type: 'object' } } }, config }, () => ({}))
  }, { hyper: { formatters: [{ mediaType: SIREN, format: () => '{}' }], ...hyper }, swagger: { transform } })
  return mediaTypesIn(document, '/value')
}

t.test('the option formats names the formats to document', async t => {
  t.same(await mediaTypes(t, undefined), [
    'application/json', SIREN, 'application/hal+json', 'application/prs.hal-forms+json', 'application/vnd.hyper+json'
  ])
  t.same(await mediaTypes(t, ['default']), ['application/json'])
  t.same(await mediaTypes(t, ['hal-forms', 'default']), [
    'application/json', 'application/prs.hal-forms+json'
  ], 'in the order of negotiation')
  t.same(
    await mediaTypes(t, ['application/vnd.hyper+json', SIREN]), [SIREN, 'application/vnd.hyper+json'], 'media types'
  )
})

t.test('the default format has the vendor type where application/json is the bare value', async t => {
  t.same(await mediaTypes(t, ['default'], { hyper: { defaultFormat: 'none' } }), ['application/vnd.hyper+json'])
})

t.test('a route that can send none of the formats is documented with what it can send', async t => {
  t.same(await mediaTypes(t, ['default'], { format: 'hal' }), ['application/hal+json'])
  t.same(await mediaTypes(t, ['default'], { hyper: { defaultFormat: 'hal', negotiateFormat: false } }), [
    'application/hal+json'
  ])
})

t.test('problems have the media types of formatters that write problems', async t => {
  const formatters = [
    { mediaType: SIREN, format: () => '{}' },
    { mediaType: 'application/x', format: () => '{}', problem: () => '{}' }
  ]
  const typesOf = async (formats?: readonly string[], negotiateFormat = true, format?: string) => {
    const forced = format === undefined ? {} : { format }
    const document = await documented(t, app => {
      app.get('/value', { config: { hyper: { links, policy: 'no', ...forced } } }, () => ({}))
    }, {
      hyper: { formatters, negotiateFormat, policies: { no: () => false } },
      swagger: { transform: createHyperTransform(formats === undefined ? {} : { formats }) }
    })
    return mediaTypesIn(document, '/value', '403')
  }
  t.same(await typesOf(), ['application/problem+json', 'application/x'])
  t.same(await typesOf(['default']), ['application/problem+json'])
  t.same(await typesOf(undefined, false), ['application/problem+json'])
  t.same(await typesOf(undefined, true, 'hal'), ['application/problem+json'])
  t.same(await typesOf(undefined, true, 'application/x'), ['application/x'])
})

t.test('the option formats is checked', async t => {
  const invalid = { code: 'FST_ERR_HYPER_INVALID_OPTION', message: /createHyperTransform: formats/ }
  for (const formats of [
    [], 'hal', [1]
  ]) t.throws(() => createHyperTransform({ formats: formats as never }), invalid, JSON.stringify(formats))
  t.throws(() => createHyperTransform({ format: ['hal'] } as object), {
    code: 'FST_ERR_HYPER_UNKNOWN_KEY', message: /formats/
  })
  t.throws(() => createHyperTransform({ transform: {} as never }), {
    code: 'FST_ERR_HYPER_INVALID_OPTION', message: /createHyperTransform: transform/
  })
  await t.rejects(mediaTypes(t, ['hall']), {
    code: 'FST_ERR_HYPER_FORMAT_NOT_REGISTERED', message: /createHyperTransform: formats: .*'hall'.*'hal'/
  })
})
