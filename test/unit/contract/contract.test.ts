import Fastify, { type FastifyInstance } from 'fastify'
import t, { type Test } from 'tap'
import hyper, { defineLinks, LinkTarget } from '../../../lib/index.ts'
import { type Contract, contractOf } from '../../../testing/contract/contract.ts'
import { contractText, parseContract } from '../../../testing/contract/contract-file.ts'
import { ContractSchemas } from '../../../testing/contract/contract-schemas.ts'
import { describeReady } from '../model/model.ts'

type Declare = (app: FastifyInstance) => void

const schema = ($id: string, properties: object = {}) => ({ $id, type: 'object', properties })
const read = (url: string, name: string, response: object): Declare => app => {
  app.get(url, { schema: { response: { 200: response } }, config: { hyper: { name, links: true } } }, () => ({}))
}

const root = schema('Root')
const order = schema('Order', { address: { $ref: 'Address#' }, title: { type: 'string', title: 'A title', 'x-y': 1 } })
const rootLinks = defineLinks(root, links => {
  links.self(LinkTarget.route('GetRoot'))
  links.link('order', LinkTarget.route('GetOrder'))
})
const orderLinks = defineLinks(order, links => { links.self(LinkTarget.route('GetOrder')) })

async function contract (t: Test, declare: readonly Declare[]): Promise<Contract> {
  const app = Fastify()
  app.addSchema(schema('Address', { city: { type: 'string', description: 'Where' }, next: { $ref: '#' } }))
  app.addSchema(schema('Unused'))
  await app.register(hyper, { links: [rootLinks, orderLinks] })
  for (const one of declare) one(app)
  return contractOf([await describeReady(t, app)])
}

const home = read('/home', 'GetRoot', root)
const orders = read('/orders', 'GetOrder', order)

t.test('the text does not depend on the order of declaration, and is read again', async t => {
  const [one, other] = [await contract(t, [home, orders]), await contract(t, [orders, home])]
  t.equal(contractText(one), contractText(other))
  t.equal(contractText(parseContract(contractText(one), 'contract.json')), contractText(one))
  t.match(contractText(one), /^\{\n {2}"version": 1,\n/)
})

t.test('schemas have what validates, and shared ones that are referred to', async t => {
  const { types, schemas } = await contract(t, [home, orders])
  t.same(types['Order']!.data, {
    type: 'object', properties: { address: { $ref: '#/schemas/Address' }, title: { type: 'string' } }
  })
  t.same(schemas, {
    Address: { type: 'object', properties: { city: { type: 'string' }, next: { $ref: '#/schemas/Address' } } }
  })
})

t.test('entry points', async t => {
  const points = async (...declare: Declare[]) => (await contract(t, declare)).entryPoints
  t.same(await points(read('/', 'GetRoot', root), orders), { '/': 'Root' }, 'the root')
  t.same(await points(home, orders), { '/home': 'Root' }, 'what nothing links to')
  t.same(await points(read('/orders/:id', 'GetOrder', order)), {}, 'nothing without parameters')
})

t.test('schemas of one name in two scopes', async t => {
  const schemas = new ContractSchemas()
  const add = (...members: string[]) => {
    const address = schema('Address', Object.fromEntries(members.map(name => [name, {}])))
    return schemas.add({ schema: { items: { $ref: 'Address#' } }, shared: () => address }, 'output')
  }
  const all = [add('a'), add('b'), add('a')]
  t.same(all, ['Address', 'Address2', 'Address'].map(name => ({ items: { $ref: `#/schemas/${name}` } })))
  t.match(schemas.sharedBy(all), { Address: { properties: { a: {} } }, Address2: { properties: { b: {} } } })
})
