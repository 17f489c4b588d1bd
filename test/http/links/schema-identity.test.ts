import t, { type Test } from 'tap'
import { defineLinks, type LinkConfig, LinkTarget } from '../../../lib/index.ts'
import { configOf } from '../../../lib/links/response-schemas.ts'
import { member } from '../../support/documents.ts'
import { project, type Value } from '../../support/projection.ts'
import { LIBRARIES, type SchemaLibrary } from '../../support/schema-libraries.ts'

// Schemas without $id: a configuration applies where a response schema contains the schema object that it
// was defined with.

const task = { id: 1, title: 'Write tests', secret: 'not in the schema' }
const shown = { id: 1, title: 'Write tests' }
const self = (name: string) =>
  (links: { self (target: LinkTarget): unknown }) => { links.self(LinkTarget.uri(`/${name}`)) }
const linksOf = (schema: object, name = 'task'): LinkConfig<never> => defineLinks<object>(schema, self(name))

async function linked (
  test: Test, { prepare }: SchemaLibrary, links: readonly LinkConfig<never>[], response: object, value: Value
) {
  const server = await project(test, { links: true }, value, {
    options: { links }, schema: { response: { 200: response } }, ...(prepare === undefined ? {} : { routes: prepare })
  })
  return { server, document: (await server.get()).document }
}

for (const [name, library] of Object.entries(LIBRARIES)) {
  t.test(`schemas without $id: ${name}`, async t => {
    const links = [linksOf(library.task)]
    const withLinks = { ...shown, _links: { self: { href: '/task' } } }
    t.strictSame((await linked(t, library, links, library.task, task)).document, withLinks, 'the schema itself')
    t.strictSame(
      (await linked(t, library, links, library.array(library.task), [task])).document, [withLinks],
      'the items of an array'
    )
    for (const [wrapper, wrap] of Object.entries(library.wrappers)) {
      const wrapped = wrap(library.task as never)
      t.strictSame((await linked(t, library, links, library.array(wrapped), [task])).document, [withLinks], wrapper)
      const list = wrap(library.array(library.task) as never)
      if (['a default', 'a nullable copy'].includes(wrapper)) continue
      t.strictSame((await linked(t, library, links, list, [task])).document, [withLinks], `${wrapper}, of the array`)
    }
  })

  t.test(`schemas that name no configuration: ${name}`, async t => {
    const both = [linksOf(library.task), linksOf(library.note, 'note')]
    const SCHEMAS: Record<string, object> = {
      'another schema with the same members': library.note,
      'a union of two objects': library.union(library.task, library.note),
      'an object that contains it': library.object({ task: library.task, id: library.integer, title: library.null })
    }
    for (const [what, schema] of Object.entries(SCHEMAS)) {
      const { document } = await linked(t, library, [linksOf(library.task)], schema, {
        ...shown, title: schema === library.note ? 'Write tests' : null, task: shown
      })
      t.equal(member(document, '_links'), undefined, what)
    }
    const { document } = await linked(t, library, both, library.note, task)
    t.equal(member(document, '_links', 'self', 'href'), '/note', 'the other schema has its own')
  })
}

t.test('copies of several schemas', async t => {
  const { properties } = LIBRARIES['JSON schema']!.task as { properties: object }
  const [one, other] = [{ type: 'object', properties }, { type: 'object', properties, title: 'Other' }]
  const library = LIBRARIES['JSON schema']!
  const links = [linksOf(one, 'one'), linksOf(other, 'other')]
  t.equal(
    member((await linked(t, library, links, one, task)).document, '_links', 'self', 'href'), '/one', 'the object itself'
  )
  t.equal(
    member((await linked(t, library, links, { ...one, nullable: true }, task)).document, '_links'), undefined,
    'a copy of either'
  )
  const named = { $id: 'named', type: 'object', properties }
  t.equal(
    member(
      (await linked(t, library, [linksOf(named, 'named')], { ...named, $id: 'renamed' }, task)).document, '_links'
    ), undefined,
    'a copy with another $id'
  )
  t.equal(
    member(
      (await linked(t, library, [linksOf(named, 'named')], { type: 'object', properties }, task)).document, '_links',
      'self', 'href'
    ),
    '/named', 'a copy without it'
  )
})

t.test('one schema has one configuration', async t => {
  const library = LIBRARIES['JSON schema']!
  await t.rejects(linked(t, library, [
    linksOf(library.task), linksOf(library.task)
  ], library.task, task), { code: 'FST_ERR_HYPER_DUPLICATE_CONFIG' })
})

t.test('a schema that contains itself ends the search', async t => {
  const loop: Record<string, unknown> = { title: 'Loop' }
  loop['anyOf'] = [loop]
  const { z } = await import('zod')
  const endless: unknown = z.lazy(() => endless as never)
  const registry = { bySchema: () => null, bySchemaObject: () => null }
  t.equal(configOf(loop, () => undefined, registry), null)
  t.equal(configOf(endless, () => undefined, registry), null)
})
