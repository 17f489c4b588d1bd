import { Type } from '@sinclair/typebox'
import t from 'tap'
import { z } from 'zod'
import hyper, { defineLinks, LinkTarget } from '../../../lib/index.ts'
import { newApp } from '../../support/servers.ts'

// A query parameter of several values repeats its name in the template of its route.

type Recursive = z.ZodType<unknown>
const recursive: Recursive = z.lazy(() => z.union([z.string(), recursive]))

const ROWS: Readonly<Record<string, [querystring: object, template: string]>> = {
  'a list': [{ type: 'object', properties: { t: { type: 'array' } } }, '/search{?t*}'],
  'a list or null': [{ type: 'object', properties: { t: { type: ['array', 'null'] } } }, '/search{?t*}'],
  'a list or a string': [
    { type: 'object', properties: { t: { anyOf: [{ type: 'string' }, { type: 'array' }] } } }, '/search{?t*}'
  ],
  'a string': [{ type: 'object', properties: { t: { type: 'string' } } }, '/search{?t}'],
  'beside others': [{ type: 'object', properties: { q: {}, t: { type: 'array' }, u: true } }, '/search{?q,t*,u}'],
  TypeBox: [Type.Object({ t: Type.Optional(Type.Array(Type.String())) }), '/search{?t*}'],
  'Zod, optional': [z.object({ t: z.array(z.string()).optional() }), '/search{?t*}'],
  'Zod, a union': [z.object({ t: z.union([z.string(), z.array(z.string())]) }), '/search{?t*}'],
  'Zod, a string': [z.object({ t: z.string() }), '/search{?t}'],
  'Zod, a schema that contains itself': [z.object({ t: recursive }), '/search{?t}']
}

for (const [name, [querystring, template]] of Object.entries(ROWS)) {
  t.test(name, async t => {
    const app = newApp(t)
    app.setValidatorCompiler(() => () => true)
    const links = defineLinks<object>(links => { links.link('search', LinkTarget.routeTemplate('Search')) })
    await app.register(hyper, { hrefs: 'path' })
    app.get('/', { config: { hyper: { links } } }, () => ({}))
    app.get('/search', { schema: { querystring }, config: { hyper: { name: 'Search' } } }, () => ({}))
    const { _links } = (await app.inject('/')).json<{ _links: object }>()
    t.same(_links, { search: { href: template, templated: true } })
  })
}
