import t from 'tap'
import { markRequest } from '../../../lib/fastify/content-requests.ts'
import { defineLinks, LinkTarget } from '../../../lib/index.ts'
import { hyperApp } from '../../support/servers.ts'

t.test('pages read 1,001 choices of a field, and clients all', async t => {
  const links = defineLinks(links => { links.affordance('create', LinkTarget.route('Create')) })
  const app = await hyperApp(t)
  app.addHook('onRequest', async ({ raw, headers }) => {
    if (headers['x-page'] !== undefined) markRequest(raw, 'content')
  })
  app.get('/', { config: { hyper: { links } } }, () => ({}))
  const choice = { enum: Array.from({ length: 1100 }, (_, index) => `c${index}`) }
  const body = { type: 'object', properties: { choice, note: { type: 'string' } } }
  app.post('/', { schema: { body }, config: { hyper: { name: 'Create' } } }, () => '')
  const counts = async (headers: object) => {
    const response = await app.inject({ url: '/', headers: { accept: 'application/prs.hal-forms+json', ...headers } })
    return [...response.body.matchAll(/"value":"c\d+"/g)].length
  }
  t.equal(await counts({}), 1100)
  t.equal(await counts({ 'x-page': 'yes' }), 1001)
})
