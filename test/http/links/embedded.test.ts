import t from 'tap'
import { defineLinks, type LinkBuilder, LinkTarget } from '../../../lib/index.ts'
import type { LinkConfig } from '../../../types/links.ts'
import { member } from '../../support/documents.ts'
import { ACCEPT, project, type Setup } from '../../support/projection.ts'

// Contract, part 3: resources inside resources.

interface Order {
  readonly id: number
}

class Line {
  readonly id: number
  readonly secret = 'secret'
  constructor (id: number) {
    this.id = id
  }
}

const FORMATS = Object.keys(ACCEPT)
const written = { type: 'object', properties: { id: { type: 'integer' } } } as const
const selfOf = (links: LinkBuilder<{ id: number }>) => { links.self(({ id }) => LinkTarget.uri(`/${id}`)) }
const partLinks = defineLinks<Order>(selfOf, { schema: written })
const lineLinks = defineLinks(Line, selfOf, { schema: written })
const self = (id: number) => ({ self: { href: `/${id}` } })
const linked = (id: number) => ({ id, _links: self(id) })

type Declare = (links: LinkBuilder<Order>) => unknown

// What is declared under the relation `part`, and what is embedded there; undefined where nothing is.
const ROWS: Readonly<Record<string, [declare: Declare, embedded: unknown]>> = {
  one: [links => links.embed('part', ({ id }) => ({ id: id + 1 }), partLinks), linked(2)],
  'one that comes later': [links => links.embed('part', async () => ({ id: 2 }), partLinks), linked(2)],
  'one that is null': [links => links.embed('part', () => null, partLinks), undefined],
  'one that is undefined': [links => links.embed('part', () => undefined, partLinks), undefined],
  'one that comes later as null': [links => links.embed('part', async () => null, partLinks), undefined],
  'one under a condition that holds': [
    links => links.embed('part', () => ({ id: 2 }), partLinks).when(() => true), linked(2)
  ],
  'one under a condition that does not': [
    links => links.embed('part', () => ({ id: 2 }), partLinks).when(() => false), undefined
  ],
  'one under a condition that comes later': [
    links => links.embed('part', () => ({ id: 2 }), partLinks).when(async () => false), undefined
  ],
  'one whose policy allows': [
    links => links.embed('part', () => ({ id: 2 }), partLinks).requireAuthorization('yes'), linked(2)
  ],
  'one whose policy does not allow': [
    links => links.embed('part', () => ({ id: 2 }), partLinks).requireAuthorization('no'), undefined
  ],
  many: [links => links.embedMany('part', () => [{ id: 2 }, { id: 3 }], partLinks), [linked(2), linked(3)]],
  'many, one': [links => links.embedMany('part', () => [{ id: 2 }], partLinks), [linked(2)]],
  'many, none': [links => links.embedMany('part', () => [], partLinks), []],
  'many, null': [links => links.embedMany('part', () => null, partLinks), []],
  'many, undefined': [links => links.embedMany('part', async () => undefined, partLinks), []],
  'many, some of them missing': [
    links => links.embedMany('part', () => [null, { id: 2 }, undefined] as never, partLinks), [linked(2)]
  ],
  'many that come later': [links => links.embedMany('part', async () => [{ id: 2 }], partLinks), [linked(2)]],
  'many under a condition that does not hold': [
    links => links.embedMany('part', () => [{ id: 2 }], partLinks).when(() => false), undefined
  ],
  'many whose policy does not allow': [
    links => links.embedMany('part', () => [{ id: 2 }], partLinks).requireAuthorization('no'), undefined
  ],
  'by the class of the child': [links => links.embed('part', () => new Line(2)), linked(2)],
  'many by their class': [links => links.embedMany('part', () => [new Line(2), new Line(3)]), [linked(2), linked(3)]],
  'a configuration before that of the class': [
    links => links.embed('part', () => new Line(2), defineLinks<Line>(() => {}, { schema: written })), { id: 2 }
  ],
  'the same child twice is no cycle': [
    links => { const twin = { id: 2 }; links.embedMany('part', () => [twin, twin], partLinks) }, [linked(2), linked(2)]
  ],
  'a frozen child': [links => links.embed('part', () => Object.freeze({ id: 2 }), partLinks), linked(2)]
}

t.test('embedded resources have links of their own, in each format', async t => {
  for (const [name, [declare, embedded]] of Object.entries(ROWS)) {
    const links = defineLinks<Order>(links => { declare(links) })
    const {
      get, logged
    } = await project(t, { links }, { id: 1 }, {
      options: { links: [lineLinks], policies: { yes: () => true, no: () => false } }
    })
    const wanted = JSON.stringify(embedded === undefined ? { id: 1 } : { id: 1, _embedded: { part: embedded } })
    for (const format of FORMATS) t.equal((await get(format)).text, wanted, `${name}, ${format}`)
    t.strictSame(logged('HYPER004'), [], name)
  }
})

t.test('without a configuration, and in the bare format', async t => {
  const links = defineLinks<Order>(links => { links.embed('part', () => ({ id: 2 })) })
  const { get } = await project(t, { links }, { id: 1 })
  t.strictSame((await get()).document, { id: 1, _embedded: { part: { id: 2 } } }, 'the child has no links')
  const bare = await project(t, { links, format: 'none' }, { id: 1 })
  t.equal((await bare.get()).text, '{"id":1}')
})

t.test('several relations keep their order, whenever they come', async t => {
  const links = defineLinks<Order>(links => {
    links.embed('b', async () => ({ id: 2 }), partLinks)
    links.embedMany('a', () => [{ id: 3 }], partLinks)
    links.embed('c', () => null, partLinks)
  })
  const { read } = await project(t, { links }, { id: 1 })
  t.equal(JSON.stringify(await read('_embedded')), JSON.stringify({ b: linked(2), a: [linked(3)] }))
})

// What writes a child, and what is left of `{ id, secret }`.
const asShared: Setup['routes'] = app => { app.addSchema({ $id: 'line', ...written }) }
const WRITERS: Readonly<Record<string, [config: LinkConfig<Line>, notices: number, routes?: Setup['routes']]>> = {
  'a schema': [defineLinks<Line>(() => {}, { schema: written }), 0],
  'the schema of the type': [defineLinks<Line>({ $id: 'line', ...written }, () => {}), 0],
  'the shared schema of the type': [defineLinks<Line>('line', () => {}), 0, asShared],
  'a reference to a shared schema': [defineLinks<Line>(() => {}, { schema: { $ref: 'line#' } }), 0, asShared],
  'no schema': [defineLinks<Line>(() => {}), 1],
  'an $id that is not shared': [defineLinks<Line>('line', () => {}), 1]
}

t.test('children are written by their schema', async t => {
  for (const [name, [config, notices, routes]] of Object.entries(WRITERS)) {
    const links = defineLinks<Order>('order', links => {
      links.embedMany('part', () => [new Line(2), new Line(3)], config)
    })
    const { get, logged } = await project(t, { links }, [{ id: 1 }, { id: 1 }], routes === undefined ? {} : { routes })
    for (const format of FORMATS) {
      const children = member((await get(format)).document, '0', '_embedded', 'part')
      t.strictSame(
        children, notices === 0 ? [{ id: 2 }, { id: 3 }] : [{ id: 2, secret: 'secret' }, { id: 3, secret: 'secret' }],
        `${name}, ${format}`
      )
    }
    t.equal(logged('HYPER004').length, notices, `${name}, logged once`)
    for (const text of logged('HYPER004')) {
      t.match(text, /^links of order, embedded 'part': .*every field.*\{ schema \}/)
    }
  }
})

interface Node {
  readonly id: number
  readonly next?: Node
}

const nodeLinks = defineLinks<Node>('node', links => {
  selfOf(links)
  links.embed('next', ({ next }) => next, nodeLinks)
}, { schema: written })

const laterLinks = defineLinks<Node>('node', links => {
  selfOf(links)
  links.embed('next', async ({ next }) => next, laterLinks)
}, { schema: written })

function nodes (depth: number): Node {
  let node: Node = { id: depth }
  for (let id = depth - 1; id >= 0; id--) node = { id, next: node }
  return node
}

t.test('to any depth', async t => {
  for (const [name, links] of Object.entries({ 'at once': nodeLinks, later: laterLinks })) {
    const { get } = await project(t, { links }, nodes(100), { schema: { response: { 200: written } } })
    for (const format of FORMATS) {
      let at = (await get(format)).document
      const seen: unknown[] = []
      while (at !== undefined) {
        seen.push([member(at, 'id'), member(at, '_links', 'self', 'href')])
        at = member(at, '_embedded', 'next')
      }
      t.strictSame(seen, Array.from({ length: 101 }, (_, id) => [id, `/${id}`]), `${name}, ${format}`)
    }
  }
})

t.test('cycles end', async t => {
  const loop: { id: number, next?: unknown } = { id: 1 }
  loop.next = loop
  const detour: { id: number, next?: { id: number, next?: unknown } } = { id: 1, next: { id: 2 } }
  detour.next!.next = detour
  const endless = defineLinks<Node>(
    'node', links => { links.embed('next', ({ id }) => ({ id: id + 1 }), endless) }, { schema: written }
  )
  const manyLinks = defineLinks<Node>(
    'node', links => { links.embedMany('next', ({ next }) => [next!], manyLinks) }, { schema: written }
  )
  const CYCLES: Readonly<Record<string, [LinkConfig<never>, object, path: string]>> = {
    'a resource in itself': [nodeLinks, loop, 'node > next'],
    'a resource in its child': [nodeLinks, detour, 'node > node > next'],
    'a resource among its many': [manyLinks, loop, 'node > next'],
    'a cycle that comes later': [laterLinks, loop, 'node > next'],
    'new resources without end': [endless, { id: 1 }, 'node > node > node > node > node > node > next']
  }
  for (const [name, [links, value, path]] of Object.entries(CYCLES)) {
    for (const mode of ['lax', 'strict'] as const) {
      const { get } = await project(t, { links }, value, { options: { mode }, schema: { response: { 200: written } } })
      for (const format of FORMATS) {
        const { status, document } = await get(format)
        t.match({ status, document }, {
          status: 500,
          document: {
            code: 'FST_ERR_HYPER_EMBED_CYCLE', message: `links of node: the embedded resources never end: ${path}. `
          }
        }, `${name}, ${mode}, ${format}`)
      }
    }
  }
})

interface Person {
  readonly id: number
  readonly company?: Company
}

interface Company {
  readonly id: number
  readonly boss: Person
}

// As an ORM with an identity map has it: one object, reached in several ways.
t.test('the same object by different configurations is no cycle', async t => {
  const short = defineLinks<Person>('person in short', selfOf, { schema: written })
  const companyLinks = defineLinks<Company>('company', links => {
    selfOf(links)
    links.embed('boss', ({ boss }) => boss, short)
    links.embedMany('staff', async ({ boss }) => [boss], short)
  }, { schema: written })
  const personLinks = defineLinks<Person>('person', links => {
    selfOf(links)
    links.embed('company', ({ company }) => company, companyLinks)
    links.embed('me', person => person, short)
  }, { schema: written })
  const boss: { id: number, company?: Company } = { id: 1 }
  boss.company = { id: 2, boss }
  for (const mode of ['lax', 'strict'] as const) {
    const { get } = await project(t, { links: personLinks }, boss, {
      options: { mode }, schema: { response: { 200: written } }
    })
    const wanted = {
      ...linked(1),
      _embedded: { company: { ...linked(2), _embedded: { boss: linked(1), staff: [linked(1)] } }, me: linked(1) }
    }
    for (const format of FORMATS) t.strictSame((await get(format)).document, wanted, `${mode}, ${format}`)
  }
})

t.test('configurations that embed each other: a repeated pair of configuration and object is a cycle', async t => {
  const bossLinks = defineLinks<Person>(
    'boss', links => { links.embed('company', ({ company }) => company, firmLinks) }, { schema: written }
  )
  const firmLinks = defineLinks<Company>(
    'firm', links => { links.embed('boss', ({ boss }) => boss, bossLinks) }, { schema: written }
  )
  const boss: { id: number, company?: Company } = { id: 1 }
  boss.company = { id: 2, boss }
  const { get } = await project(t, { links: bossLinks }, boss, { schema: { response: { 200: written } } })
  t.match((await get()).document, {
    code: 'FST_ERR_HYPER_EMBED_CYCLE', message: 'links of firm: the embedded resources never end: boss > firm > boss. '
  })
})

// What never gets links has fields all the same.
class Failure extends Error {
  readonly id = 2
  readonly secret = 'secret'
}

class Index extends Map<string, string> {
  readonly id = 2
  readonly secret = 'secret'
}

class Page extends Response {
  readonly id = 2
  readonly secret = 'secret'
}

t.test('a child of a class that never gets links is written by its schema', async t => {
  for (const Type of [Failure, Index, Page] as (new () => { id: number, name: string })[]) {
    const own = defineLinks<object>(() => {}, { schema: written })
    const byClass = defineLinks(Type, selfOf, { schema: written })
    const DECLARED: Readonly<Record<string, Declare>> = {
      'the configuration of the relation': links => links.embedMany('part', () => [new Type()], own),
      'the configuration of the class': links => links.embedMany('part', () => [new Type()])
    }
    for (const [name, declare] of Object.entries(DECLARED)) {
      const links = defineLinks<Order>(links => { declare(links) })
      const { get, logged } = await project(t, { links }, { id: 1 }, { options: { links: [byClass] } })
      for (const format of FORMATS) {
        t.strictSame((await get(format)).document, {
          id: 1, _embedded: { part: [{ id: 2 }] }
        }, `${Type.name}, ${name}, ${format}`)
      }
      t.strictSame(logged('HYPER004'), [], name)
    }
  }
})

t.test('children that are no objects', async t => {
  const links = defineLinks<object>(links => {
    links.embedMany('any', () => [1, 'two', () => {}, { toJSON: () => undefined }, { toJSON: () => 'text' }] as never)
  })
  const server = await project(t, { links }, {})
  t.same(await server.read('_embedded', 'any'), [])
})
