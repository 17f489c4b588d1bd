import fc from 'fast-check'
import Fastify, { type FastifyInstance } from 'fastify'
import t from 'tap'
import hyper, { defineLinks, LinkTarget } from '../../../lib/index.ts'
import { runs } from '../../support/runs.ts'

// Which links and actions a resource has differs from one to the next.
// What is written of each is compared with a plain model.

/** A declared link or action; a bit of the resource decides whether it is there. */
interface Entry {
  readonly name: string
  readonly isAction: boolean
  /** Its href is the same for every resource, is made of the resource's id, or comes from a function. */
  readonly href: 'constant' | 'by id' | 'by function'
  readonly title: string | null
  /** The bit; null for what is always there. */
  readonly bit: number | null
}

interface Resource {
  readonly id: number
  /** The bits that are set: more than an integer has. */
  readonly has: readonly number[]
}

type Format = 'application/json' | 'application/hal+json' | 'application/prs.hal-forms+json'

const FORMATS: readonly Format[] = ['application/json', 'application/hal+json', 'application/prs.hal-forms+json']

const isThere = ({ bit }: Entry, { has }: Resource) => bit === null || has.includes(bit)
const hrefOf = ({ name, href }: Entry, { id }: Resource) =>
  href === 'constant' ? `/at/${encodeURIComponent(name)}` : `/items/${id}`

function linkOf (entry: Entry, resource: Resource): object {
  return { href: hrefOf(entry, resource), ...(entry.title === null ? {} : { title: entry.title }) }
}

function actionOf (entry: Entry, resource: Resource): object {
  return { href: hrefOf(entry, resource), method: 'PUT', ...(entry.title === null ? {} : { title: entry.title }) }
}

function templateOf (entry: Entry, resource: Resource): object {
  return { method: 'PUT', target: hrefOf(entry, resource), ...(entry.title === null ? {} : { title: entry.title }) }
}

function member (name: string, entries: readonly Entry[], value: (entry: Entry) => object): object {
  return entries.length === 0 ? {} : { [name]: Object.fromEntries(entries.map(entry => [entry.name, value(entry)])) }
}

/** The whole string of a resource, as the contract defines it. */
function modelOf (entries: readonly Entry[], resource: Resource, format: Format): string {
  const there = entries.filter(entry => isThere(entry, resource))
  const actions = there.filter(({ isAction }) => isAction)
  return JSON.stringify({
    ...resource,
    ...member('_links', there.filter(({ isAction }) => !isAction), entry => linkOf(entry, resource)),
    ...(format === 'application/json' ? member('_actions', actions, entry => actionOf(entry, resource)) : {}),
    ...(format === 'application/prs.hal-forms+json'
      ? member('_templates', actions, entry => templateOf(entry, resource))
      : {})
  })
}

function linksOf (entries: readonly Entry[]) {
  return defineLinks<Resource>(links => {
    for (const entry of entries) {
      const fixed = entry.href === 'constant'
        ? LinkTarget.uri(hrefOf(entry, { id: 0, has: [] }))
        : LinkTarget.route('Item', ({ id }: Resource) => ({ id }))
      const target = entry.href === 'by function' ? () => fixed : fixed
      const declared = entry.isAction ? links.affordance(entry.name, target).put() : links.link(entry.name, target)
      if (entry.title !== null) declared.title(entry.title)
      if (entry.bit !== null) declared.when(resource => resource.has.includes(entry.bit!))
    }
  })
}

async function appOf (entries: readonly Entry[], resources: readonly Resource[]): Promise<FastifyInstance> {
  const app = Fastify()
  await app.register(hyper, { hrefs: 'path' })
  const config = { hyper: { links: linksOf(entries) } }
  app.put('/items/:id', { config: { hyper: { name: 'Item' } } }, async () => ({}))
  app.get('/list', { config }, async () => resources)
  app.get('/one/:index', { config }, async request => resources[Number((request.params as { index: string }).index)])
  return app as unknown as FastifyInstance
}

/**
 * Where the responses of an app differ from the model; a list is requested twice, as what is kept of it may be wrong
 * the second time.
 */
async function differences (entries: readonly Entry[], resources: readonly Resource[]): Promise<string[]> {
  const app = await appOf(entries, resources)
  try {
    const found: string[] = []
    const compare = (seen: string, wanted: string) => {
      if (seen !== wanted) found.push(`${seen} where ${wanted} was expected`)
    }
    for (const format of FORMATS) {
      const get = async (url: string) => (await app.inject({ url, headers: { accept: format } })).payload
      for (let count = 0; count < 2; count++) {
        compare(
          await get('/list'), `[${resources.map(resource => modelOf(entries, resource, format)).join()}]`
        )
      }
      compare(await get('/one/0'), modelOf(entries, resources[0]!, format))
    }
    return found
  } finally {
    await app.close()
  }
}

// Letters first: a number as a key would change its place in the model.
const entry = fc.record({
  name: fc.constantFrom('self', 'next', 'größe', "x'y", 'a/b', '\\'),
  isAction: fc.boolean(),
  href: fc.constantFrom<Entry['href']>('constant', 'by id', 'by id', 'by function'),
  title: fc.constantFrom(null, null, 'A "title"'),
  bit: fc.oneof(fc.constant(null), fc.nat(45))
})
const plain = entry.map(entry => ({ ...entry, href: entry.href === 'by function' ? 'by id' as const : entry.href }))
const entries = fc.oneof(
  fc.array(plain, { minLength: 1, maxLength: 45 }), fc.array(entry, { minLength: 1, maxLength: 8 })
)
  .map(entries => entries.map((entry, index) => ({ ...entry, name: `${entry.name}${index}` })))
const resource = fc.record({ id: fc.nat(1000), has: fc.uniqueArray(fc.nat(45), { maxLength: 46 }) })

t.test('any links and actions, there or not', async t => {
  let compared = 0
  await fc.assert(fc.asyncProperty(entries, fc.array(
    resource, { minLength: 1, maxLength: 20 }
  ), async (entries, resources) => {
    const found = await differences(entries, resources)
    compared += resources.length
    if (found.length > 0) throw new Error(found[0])
  }), { numRuns: runs(150) })
  t.ok(compared > 20, `${compared} resources were compared`)
})

const links = (count: number, more: Partial<Entry> = {}): Entry[] =>
  Array.from({ length: count }, (_, index) => ({
    name: `link${index}`, isAction: false, href: 'by id', title: null, bit: index, ...more
  }))
const actions = (count: number): Entry[] => links(count).map(entry => ({ ...entry, isAction: true }))
const combinationsOf = (bits: number) => Array.from(
  { length: 2 ** bits },
  (_, set): Resource => ({
    id: set, has: Array.from({ length: bits }, (_, bit) => bit).filter(bit => (set & 1 << bit) !== 0)
  })
)
const last = (count: number): Resource[] =>
  [[], [count - 1], [0, count - 1], Array.from({ length: count }, (_, bit) => bit), []].map((has, id) => ({ id, has }))

const ROWS: Readonly<Record<string, [entries: Entry[], resources: Resource[]]>> = {
  'nothing declared that is ever there': [links(3, { bit: 40 }), last(3)],
  'all combinations of links': [links(5), combinationsOf(5)],
  'all combinations of actions': [actions(5), combinationsOf(5)],
  'all combinations of both': [[...links(6).slice(0, 3), ...actions(6).slice(3)], combinationsOf(6)],
  'all combinations, the same for every resource': [links(5, { href: 'constant' }), combinationsOf(5)],
  '30 links': [links(30), last(30)],
  '31 links': [links(31), last(31)],
  '32 links': [links(32), last(32)],
  '30 links, an action and another': [[...links(30), ...actions(32).slice(30)], last(32)],
  '33 links': [links(33), last(33)],
  '40 links': [links(40), last(40)],
  '512 structures': [links(9), combinationsOf(9)],
  '512 structures, each twice': [links(9), [...combinationsOf(9), ...combinationsOf(9).reverse()]]
}

t.test('shapes', async t => {
  for (const [name, [entries, resources]] of Object.entries(ROWS)) {
    t.strictSame(await differences(entries, resources), [], name)
  }
})
