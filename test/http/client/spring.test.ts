import { readdirSync, readFileSync } from 'node:fs'
import t from 'tap'
import { createClient } from '../../../client/index.ts'
import { type Sent, serveDocuments } from './recording-server.ts'

// The documents that Spring HATEOAS tests and documents itself with.

const FOLDER = new URL('../../cases/external/spring-hateoas/', import.meta.url)
const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.json')).map(name => name.replaceAll('\\', '/'))
const jsonOf = (name: string) => JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as Record<string, unknown>
const keysOf = (value: unknown) => Object.keys((value ?? {}) as object)

// The documents name the origin of their own server.
const at = (origin: string, json: unknown) =>
  JSON.parse(JSON.stringify(json).replaceAll('http://localhost:8080', origin)) as unknown

const serve = (t: Parameters<typeof serveDocuments>[0]) =>
  serveDocuments(t, origin => Object.fromEntries(files.map((name): [string, Sent] => {
    const type = name.includes('problem')
      ? 'application/problem+json'
      : name.includes('forms') ? 'application/prs.hal-forms+json' : 'application/hal+json'
    return [`GET /${name}`, { headers: { 'content-type': type }, json: at(origin, jsonOf(name)) }]
  }).concat([['*', { status: 204 }]])))

t.test('every document is read', async t => {
  const { origin } = await serve(t)
  const client = createClient(origin)
  t.ok(files.length > 40)
  for (const name of files) {
    const json = jsonOf(name)
    const resource = await client.open(`/${name}`)
    const relations = [...keysOf(json['_links']), ...keysOf(json['_embedded'])]
      .filter(relation => relation !== 'curies')
    t.same([...resource.relations].sort(), [...new Set(relations)].sort(), `relations of ${name}`)
    t.same(resource.actions, keysOf(json['_templates']), `actions of ${name}`)
    t.same(Object.keys(resource.data), keysOf(json).filter(key => !key.startsWith('_')), `data of ${name}`)
  }
})

t.test('forms without a target are sent to the resource', async t => {
  const { origin, received } = await serve(t)
  const employee = await createClient(origin).open('/docs-hal-forms-hal-forms-sample.json')
  t.same(employee.actions, ['default', 'partiallyUpdateEmployee'])
  await t.rejects(employee.act('default', { firstName: 'Sam' }), {
    name: 'InvalidInput',
    faults: [{ name: 'lastName', message: 'is required' }, { name: 'role', message: 'is required' }]
  })
  await employee.act('default', { firstName: 'Sam', lastName: 'Gamgee', role: 'gardener' })
  await employee.act('partiallyUpdateEmployee', { role: 'mayor' })
  t.match(received.slice(1), [
    { line: 'PUT /employees/1', body: '{"firstName":"Sam","lastName":"Gamgee","role":"gardener"}' },
    { line: 'PATCH /employees/1', body: '{"role":"mayor"}' }
  ])
})

t.test('the items of a page', async t => {
  const { origin } = await serve(t)
  const page = await createClient(origin).open('/hal/hal-embedded-collection.json')
  const items: unknown[] = []
  for (const [relation] of Object.entries(
    jsonOf('hal/hal-embedded-collection.json')['_embedded'] as object
  )) items.push(...page.embedded(relation))
  t.ok(items.length > 1)
})
