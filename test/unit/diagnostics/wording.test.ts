import t from 'tap'
import { describe, nearest, suggestion } from '../../../lib/diagnostics/wording.ts'

const FORMATS = ['default', 'hal', 'hal-forms', 'none']
const COMMANDS = ['help', 'new', 'routes', 'check', 'version']
const OPTIONS = [
  'mode', 'negotiateFormat', 'defaultFormat', 'emitLinkHeader', 'links', 'policies', 'hrefs', 'baseUrl', 'paging',
  'curies', 'routes'
]
const ROUTES = ['GetOrderById', 'ListOrders', 'CreateOrder', 'CancelOrder', 'GetRoot']

// A name, the known names, and the suggestion.
const ROWS: readonly (readonly [name: string, known: readonly string[], wanted: string | undefined])[] = [
  ['chekc', COMMANDS, 'check'],
  ['chek', COMMANDS, 'check'],
  ['hlep', COMMANDS, 'help'],
  ['nwe', COMMANDS, 'new'],
  ['route', COMMANDS, 'routes'],
  ['CHECK', COMMANDS, 'check'],
  ['ver', COMMANDS, 'version'],
  ['lnks', OPTIONS, 'links'],
  ['link', OPTIONS, 'links'],
  ['herfs', OPTIONS, 'hrefs'],
  ['polices', OPTIONS, 'policies'],
  ['baseURL', OPTIONS, 'baseUrl'],
  ['negotiatFormats', OPTIONS, 'negotiateFormat'],
  ['ListOrder', ROUTES, 'ListOrders'],
  ['GetOrder', ROUTES, 'GetOrderById'],
  ['GetOrdreByID', ROUTES, 'GetOrderById'],
  ['halforms', FORMATS, 'hal-forms'],
  ['hla', FORMATS, 'hal'],
  ['xml', FORMATS, undefined],
  ['html', FORMATS, undefined],
  ['siren', FORMATS, undefined],
  ['json', FORMATS, undefined],
  ['', FORMATS, undefined],
  ['map', COMMANDS, undefined],
  ['add', COMMANDS, undefined],
  ['orders', COMMANDS, undefined],
  ['shop', COMMANDS, undefined],
  ['ne', ['news', 'next'], undefined],
  ['Create', ['CreateOrder', 'CreateLine'], undefined],
  ['UpdateOrder', ROUTES, undefined],
  ['ListInvoices', ROUTES, undefined],
  ['ShowInvoiceOfCustomer', ['ListOrdersOfCustomer'], undefined]
]

t.test('the nearest known name', async t => {
  for (const [name, known, wanted] of ROWS) t.equal(nearest(name, known), wanted, `'${name}' among ${known.join(', ')}`)
})

t.test('the suggestion of a message', async t => {
  t.equal(suggestion('chekc', COMMANDS), " Did you mean 'check'?")
  t.equal(suggestion('xml', FORMATS), '')
})

t.test('the description of a function never throws', async t => {
  class Named { static readonly name = 'Order' }
  class Hidden { static readonly secret = Symbol('name') }
  Object.defineProperty(Hidden, 'name', { value: Hidden.secret })
  const { proxy, revoke } = Proxy.revocable(() => {}, {})
  revoke()
  t.strictSame([Named, Hidden, proxy, () => {}].map(describe), [
    'the function Order', 'a function', 'a function', 'a function'
  ])
})
