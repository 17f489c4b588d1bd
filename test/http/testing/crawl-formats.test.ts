import t from 'tap'
import { collectionJson } from '../../../formats/collection-json.ts'
import { hydra } from '../../../formats/hydra.ts'
import { jsonApi } from '../../../formats/json-api.ts'
import { siren } from '../../../formats/siren.ts'
import { type HypermediaFormatter, LinkTarget, offsetPage } from '../../../lib/index.ts'
import { crawl, type CrawlOptions } from '../../../testing/index.ts'
import { buildOrders } from './faults.ts'

// Crawls in the formats of formatters: what they cannot express is no finding.

const FORMATTERS = [siren(), collectionJson(), jsonApi(), hydra()]
const TYPES = FORMATTERS.map(({ mediaType }) => mediaType)
const [SIREN, , JSON_API, HYDRA] = TYPES as [string, string, string, string]

const NOTE = { type: 'object', required: ['note'], properties: { note: { type: 'string', minLength: 3 } } }

type Parts = NonNullable<Parameters<typeof buildOrders>[0]>

// With a page, a search, a form with constraints, and an action that forms are sent to.
const parts: Parts = {
  links: links => {
    links.link('page', LinkTarget.route('PageOrders'))
    links.link('search', LinkTarget.routeTemplate('PageOrders'))
    links.affordance('cancel', LinkTarget.route('CancelOrder', ({ id }) => ({ id })))
      .when(order => order.status === 'Pending')
    links.affordance('annotate', LinkTarget.route('AnnotateOrder', ({ id }) => ({ id })))
  },
  more (app, find) {
    const links = true as const
    app.get('/page', {
      schema: { querystring: { type: 'object', properties: { status: { type: 'string' } } } },
      config: { hyper: { name: 'PageOrders', links } }
    }, () => offsetPage([{ id: 1 }], { page: 1, pageSize: 1, totalCount: 1 }))
    app.put('/orders/:id', {
      schema: { body: NOTE }, config: { hyper: { name: 'AnnotateOrder', resource: false } }
    }, (request, reply) => reply.code(find(request) === null ? 404 : 204).send())
  }
}

const run = (formats: readonly string[], more: Parts = {}, options: CrawlOptions = {}) => {
  const build = () => buildOrders({ ...parts, ...more, hyper: { formatters: FORMATTERS, ...more.hyper } })
  return crawl(build, { formats, ...options })
}

for (const format of TYPES) {
  t.test(`${format}: the states of HAL, and no findings`, async t => {
    const hal = await run(['hal'])
    const report = await run([format])
    t.same([report.findings, report.states], [[], hal.states])
    t.same((await run([format], {}, { actions: 'each' })).findings, [])
  })
}

for (const format of [SIREN, HYDRA]) {
  t.test(`${format}: actions are tried, with the forms of HAL-FORMS`, async t => {
    const report = await run([format], {}, { actions: 'each' })
    t.match(report.map(), /s\d ==>\|"cancel"\| s\d/)
    const rejected = await run([format], {
      more (app, find) {
        parts.more!(app, find)
        app.addHook('preHandler', async request => {
          if (request.method === 'PUT') throw Object.assign(new Error('no'), { statusCode: 422 })
        })
      }
    }, { actions: 'each' })
    t.match(rejected.findings, [{ code: 'CRAWL003', format, place: /action 'annotate'/ }])
    t.equal(rejected.findings.length > 0, true)
  })
}

for (const format of TYPES) {
  t.test(`${format}: a broken link is found`, async t => {
    const report = await run([format], {
      links: links => { links.link('broken', LinkTarget.route('GetOrder', { id: 99 })) }
    })
    t.match(report.findings, [{ code: 'CRAWL001', format, place: /link 'broken'/ }])
  })
}

t.test('an action that fails is found in Siren and Hydra, not in JSON:API, which has none', async t => {
  const codes = async (format: string) => {
    const { findings } = await run([format], { accepts: () => false }, { actions: 'each' })
    return [...new Set(findings.map(({ code }) => code))]
  }
  t.same(await Promise.all([SIREN, HYDRA, JSON_API].map(codes)), [['CRAWL002'], ['CRAWL002'], []])
})

const OWN: HypermediaFormatter = { mediaType: 'application/x+json', format: ({ body }) => body }

t.test('a formatter without read ends the crawl at the entry point', async t => {
  t.match(await run(['application/x+json'], { hyper: { formatters: [OWN] } }), { findings: [], states: 1 })
})

t.test('a document that its formatter cannot read is found', async t => {
  const read = () => { throw new Error('no document') }
  const report = await run(['application/x+json'], { hyper: { formatters: [{ ...OWN, read }] } })
  t.match(report.findings, [{ code: 'CRAWL006', message: /cannot read the document: no document/ }])
})
