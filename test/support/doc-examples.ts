import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { compileWithProgram } from './compiler-errors.ts'
import { ENTRY, examplesOf } from './doc-steps.ts'
import type { Page } from './markdown.ts'

// Type-checks the examples of pages, with the package that was built. All share the globals of NAMES.

/** The orders that all pages are about. */
const NAMES = `
import type { FastifyInstance } from 'fastify'
import type { LinkConfig, RouteCatalog, TypedRoute } from 'fastify-hyper'

interface CustomerStore {
  find (id: number): Promise<Customer | null>
  findAll (ids: readonly number[]): Promise<Map<number, Customer>>
}

declare module 'fastify' {
  interface FastifyInstance { customers: CustomerStore }
}

declare global {
  class Customer { id: number; name: string; usualQuantity: number }
  class Item { id: number; name: string }
  class Note { id: number; message: string }
  class Order {
    id: number
    status: 'Pending' | 'Shipped' | 'Cancelled'
    version: number
    customerId: number
    owner: string
    invoiceUrl: string | null
    items: Item[]
    notes: Note[]
  }
  interface OrderInput { quantity: number }
  const app: FastifyInstance
  const order: Order
  const store: {
    readonly size: number
    find (id: string): Promise<Order | null>
    get (id: string): Order | undefined
    list (): Order[]
    page (page: number, pageSize: number): Order[]
    after (cursor: string | undefined, limit: number): { orders: Order[], next: string | null, previous: string | null }
    create (input: OrderInput): Order
    replace (id: string, input: OrderInput): Order
  }
  const orderLinks: LinkConfig<Order>
  const customerLinks: LinkConfig<Customer>
  const itemLinks: LinkConfig<Item>
  const noteLinks: LinkConfig<Note>
  const taskLinks: LinkConfig<{ id: number }>
  const orderSchema: object
  const Routes: RouteCatalog<{
    GetOrder: 'GET /orders/:id'
    ListOrders: 'GET /orders'
    CreateOrder: 'POST /orders'
    CancelOrder: 'POST /orders/:id/cancel'
    ListSpeeds: 'GET /speeds'
  }>
}
`

/** A package that pages import. */
const CATALOG = `
declare module '@shop/billing-catalog' {
  const catalog: {
    version: 1
    routes: {
      GetInvoice: { methods: ['GET'], path: '/invoices/:id', params: { properties: { id: { type: 'integer' } } } }
      PayInvoice: { methods: ['POST'], path: '/invoices/:id/pay', params: { properties: { id: { type: 'integer' } } } }
    }
  }
  export { catalog }
}
`

/** Modules that pages import. */
const MODULES = ['orders', 'customers']

/** A module of the program. */
interface Module {
  readonly file: string
  readonly source: string
}

/** The modules of a page. Their lines are those of the page. */
function modulesOf (page: Page): Module[] {
  const blocks = page.blocks.filter(({ language }) => language === 'ts')
  return examplesOf({ ...page, blocks }).flatMap(({ files }, index) => [...files].map(([name, source]) => {
    const isNamed = name !== ENTRY
    return {
      file: isNamed ? `${page.path}.${index}/${name}` : `${page.path}.${index}.ts`,
      source: `export {};${source}`
    }
  }))
}

/** What the compiler reports about the TypeScript blocks of pages: `docs/links.md:12: message`. */
export function typeErrors (pages: readonly Page[]): string[] {
  const examples = pages.flatMap(modulesOf)
  const imported = MODULES.map(name => ({ file: `docs/${name}.ts`, source: 'export {}' }))
  const api = { file: 'docs/api.ts', source: readFileSync('test/process/package/consumers/client-api.ts', 'utf8') }
  const names = [{ file: 'docs/names.ts', source: NAMES }, { file: 'docs/catalog.d.ts', source: CATALOG }]
  const shared: Module[] = [...names, api, ...imported]
  // A catalog that types the route names does so for all modules of a program.
  const typed = examples.filter(({ source }) => source.includes("declare module 'fastify-hyper'"))
  const plain = examples.filter(example => !typed.includes(example))
  return [typed, plain].flatMap(some => some.length === 0 ? [] : errorsIn([...shared, ...some]))
}

const SETTINGS = {
  extends: '../../tsconfig.json',
  compilerOptions: { noUnusedLocals: false, noUnusedParameters: false },
  include: ['.'],
  exclude: []
}

function errorsIn (modules: readonly Module[]): string[] {
  mkdirSync('build', { recursive: true })
  // In the package, whose name the examples import.
  const folder = mkdtempSync('build/docs-')
  try {
    for (const { file, source } of [...modules, { file: 'tsconfig.json', source: JSON.stringify(SETTINGS) }]) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), source)
    }
    return compileWithProgram(folder).errors.map(error => errorText(error, `${folder}/`))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function errorText (error: string, folder: string): string {
  const [, file, line, message] = /^(.*?)\((\d+),\d+\): error TS\d+: (.*)$/s.exec(error) ?? []
  if (file === undefined) return error
  return `${file.replace(folder, '').replace(/\.\d+(?:\.ts|\/.*)$/, '')}:${line}: ${message!.replace(/\n */g, ' ')}`
}
