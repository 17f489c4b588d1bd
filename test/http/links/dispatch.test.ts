import t from 'tap'
import { cursorPage, defineLinks, LinkTarget, offsetPage } from '../../../lib/index.ts'
import { member } from '../../support/documents.ts'
import { project, type Setup, type Value } from '../../support/projection.ts'

// Contract, part 2: which configuration applies. Each of these links names its configuration.

const named = (name: string) => LinkTarget.uri(`/${name}`)
const mark = Symbol('mark')
const mixin = { speak () {} }

class Animal { readonly id: number = 1 }
class Dog extends Animal {}
class Puppy extends Dog {}
class Cat extends Animal {}
class Stray { readonly id = 1 }
class Silent extends Puppy { readonly [mark] = true }
Object.assign(Silent.prototype, mixin)
class Animals extends Array<Animal> {}
class Failure extends Error { readonly id = 1 }

const animalLinks = defineLinks(Animal, links => { links.self(named('animal')) })
const dogLinks = defineLinks(Dog, links => { links.self(named('dog')) })
const orderLinks = defineLinks<object>('order', links => { links.self(named('order')) })
const boundLinks = defineLinks<object>(links => { links.self(named('bound')) })
const arrayLinks = defineLinks(Animals, links => { links.self(named('array')) })
const failureLinks = defineLinks(Failure, links => { links.self(named('failure')) })
const registered = [animalLinks, dogLinks, orderLinks, arrayLinks, failureLinks]

const order = { type: 'object', properties: { id: { type: 'integer' } } } as const
const routes: Setup['routes'] = app => { app.addSchema({ $id: 'order', ...order }) }
const as = (status: number, value: unknown): Value => (_, reply) => {
  reply.code(status)
  return value
}
const plain = { id: 1 }

// By class, with `links: true`, unless the row binds.
const BY_CLASS: Readonly<Record<string, [value: Value, applies: string | undefined]>> = {
  'a registered class': [new Animal(), 'animal'],
  'a nearer class': [new Dog(), 'dog'],
  'the nearest class up the prototype chain': [new Puppy(), 'dog'],
  'a class above it': [new Cat(), 'animal'],
  'symbols and mixins do not count': [new Silent(), 'dog'],
  'a stranger': [new Stray(), undefined],
  'a plain object': [plain, undefined],
  'an object without a prototype': [Object.assign(Object.create(null) as object, plain), undefined],
  'an object made of another': [Object.create(new Dog(), { id: { value: 2, enumerable: true } }) as object, 'dog'],
  'a frozen object': [Object.freeze(new Dog()), 'dog'],
  'a sealed object': [Object.seal(new Dog()), 'dog'],
  'a proxy of one': [new Proxy(new Dog(), {}), 'dog'],
  'status 201': [as(201, new Animal()), 'animal'],
  'status 404': [as(404, new Animal()), 'animal'],
  'status 500': [as(500, new Animal()), 'animal'],
  'an error, even of a class with a configuration': [as(200, new Failure()), undefined]
}

const applied = (document: unknown) => member(document, '_links', 'self', 'href')
const shown = (name: string | undefined) => name === undefined ? undefined : `/${name}`

t.test('a value has the links of its class', async t => {
  for (const [name, [value, applies]] of Object.entries(BY_CLASS)) {
    const { get } = await project(t, { links: true }, value, { options: { links: registered } })
    t.equal(applied((await get()).document), shown(applies), name)
  }
})

const BOUND: Readonly<Record<string, [value: Value, applies: string | undefined]>> = {
  'a plain object': [plain, 'bound'],
  'an instance of a registered class': [new Dog(), 'bound'],
  'status 399': [as(399, plain), 'bound'],
  'status 400': [as(400, plain), undefined],
  'status 400 of a registered class': [as(400, new Dog()), undefined],
  'an error': [as(200, new Failure()), undefined]
}

t.test('a bound configuration applies to what the handler returns', async t => {
  for (const [name, [value, applies]] of Object.entries(BOUND)) {
    const { get } = await project(t, { links: boundLinks }, value, { options: { links: registered } })
    t.equal(applied((await get()).document), shown(applies), name)
  }
  const both = await project(t, { links: dogLinks }, new Cat(), { options: { links: registered } })
  t.equal(applied((await both.get()).document), '/dog', 'a configuration that is registered may be bound too')
})

t.test('collections are looked up element by element', async t => {
  const mixed = [new Dog(), null, plain, 1, 'text', new Cat(), [new Dog()], undefined]
  const elements = [
    { id: 1, _links: { self: { href: '/dog' } } }, null, plain, 1, 'text',
    { id: 1, _links: { self: { href: '/animal' } } }, [plain], null
  ]
  const byClass = await project(t, { links: true }, mixed, { options: { links: registered } })
  t.strictSame((await byClass.get()).document, elements)

  const bound = await project(t, { links: boundLinks }, [plain, null, new Dog()], { options: { links: registered } })
  t.strictSame(((await bound.get()).document as unknown[]).map(applied), ['/bound', undefined, '/bound'])

  const failed = await project(t, { links: boundLinks }, as(404, [plain]), {})
  t.strictSame((await failed.get()).document, [plain], 'a bound configuration needs a status below 400 there too')
})

t.test('an array is a collection, whatever its class', async t => {
  const value = Animals.of(new Dog(), new Cat())
  for (const links of [true, arrayLinks]) {
    const { get } = await project(t, { links }, value, { options: { links: registered } })
    const { document } = await get()
    t.strictSame((document as unknown[]).map(applied), links === true ? ['/dog', '/animal'] : ['/array', '/array'])
  }
})

t.test('pages on an opted-in route are decorated, and their items one by one', async t => {
  for (const page of [
    offsetPage([new Dog(), plain], { page: 1, pageSize: 2, totalCount: 2 }), cursorPage([new Dog(), plain])
  ]) {
    const { get } = await project(t, { links: true }, page, { options: { links: registered } })
    const { document } = await get()
    t.equal(applied(document), '/value')
    t.strictSame((member(document, 'items') as unknown[]).map(applied), ['/dog', undefined])
    const bound = await project(t, { links: boundLinks }, page, { options: { links: registered } })
    t.strictSame((member((await bound.get()).document, 'items') as unknown[]).map(applied), ['/bound', '/bound'])
    const aside = await project(t, {}, page, { options: { links: registered } })
    t.equal(applied((await aside.get()).document), undefined, 'not without opting in')
  }
})

t.test('each app has its own configuration of a class', async t => {
  const other = await project(t, { links: true }, new Dog(), { options: { links: [animalLinks] }, routes })
  t.equal(applied((await other.get()).document), '/animal', 'another app has other configurations')
})
