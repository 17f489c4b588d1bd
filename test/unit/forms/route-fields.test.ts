import t from 'tap'
import { routeFields } from '../../../lib/forms/fields/route-fields.ts'
import { PathRoutes } from '../../../lib/routes/path-routes.ts'
import { hyperApp } from '../../support/servers.ts'

const object = (properties: object) => ({ type: 'object', properties })
const address = object({ city: { type: 'string' } })

t.test('the fields of a route are those of its query or its body', async t => {
  const app = await hyperApp(t)
  const schema = { querystring: object({ q: { type: 'string' } }), body: object({ address, note: { type: 'string' } }) }
  app.get('/', { schema: { querystring: schema.querystring } }, () => '')
  app.post('/', { schema }, () => '')
  app.post('/nested', { schema, config: { hyper: { formInput: true } } }, () => '')
  app.get('/plain', () => '')
  await app.ready()
  const names = (method: string, path: string) =>
    routeFields(PathRoutes.of(app).find(method, path)!, method).map(({ name }) => name)
  t.same(names('GET', '/'), ['q'])
  t.same(names('POST', '/'), ['note'])
  t.same(names('POST', '/nested'), ['address.city', 'note'], 'with formInput, names with dots too')
  t.same(names('GET', '/plain'), [])
})
