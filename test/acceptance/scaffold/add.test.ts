import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { addResource } from '../../../scaffold/add.ts'
import { readArguments } from '../../../scaffold/arguments.ts'
import { generate } from '../../../scaffold/generate.ts'
import { resourceFiles } from '../../../scaffold/resource/files.ts'
import type { NewResource } from '../../../scaffold/resource/new-resource.ts'
import { hyperApi } from './command.ts'

// generated.ts checks, lints and tests a project with an added resource.

const OPTIONS = {
  dir: '.',
  framework: 'node20',
  minimal: false,
  html: true,
  mcp: true,
  explorer: true,
  openapi: false,
  force: true
} as const
const ROOT = 'src/routes/root.ts'

function resourceOf (line: string): NewResource {
  const command = readArguments(['add', 'resource', ...line.split(' ')])
  if (command.name !== 'add') throw new Error(`This is ${command.name}.`)
  return command.resource
}

/** A new project, which is the working directory until the test ends. Its packages are not installed. */
async function project (t: Test, options: { minimal?: boolean } = {}): Promise<string> {
  const before = process.cwd()
  const folder = t.testdir()
  await generate({ ...OPTIONS, ...options, dir: folder })
  process.chdir(folder)
  t.teardown(() => { process.chdir(before) })
  return folder
}

const FIELDS = 'label:string,fullOf:boolean?,opened:date,closed:date-time?,genre:novel|big_book,tags:string[],' +
  'order:->order,next:->order?'
const ORDERS = { folder: 'orders', label: 'item', list: 'ListOrders' }
const ACTIONS = '--action ship:new->sent --action lose:sent->lost'

t.test('the files of a resource', async t => {
  await project(t)
  const files = await resourceFiles(
    resourceOf(`book-shelf --plural bookShelves --fields ${FIELDS} ${ACTIONS}`),
    () => ORDERS
  )
  const folder = 'src/routes/book-shelves'
  t.same([...files.keys()].sort(), [
    'src/migrations/0003-book-shelves.ts', `${folder}/book-shelf.ts`, `${folder}/index.ts`, 'test/book-shelves.test.ts'
  ])
  t.notMatch([...files.values()].join(), /\{\{|(?<!== )undefined[^)]/, 'every placeholder is replaced')
  const migration = files.get('src/migrations/0003-book-shelves.ts')
  const [resource, routes] = ['book-shelf', 'index'].map(name => files.get(`${folder}/${name}.ts`))
  for (const column of [
    "createTable('book_shelves')", "('status', 'text', column => column.notNull().defaultTo('new'))",
    "('label', 'text', column => column.notNull())", "('fullOf', 'boolean')",
    "('opened', 'date', column => column.notNull())", "('closed', 'timestamptz')",
    "('tags', sql`text[]`, column => column.notNull().defaultTo(sql`'{}'`))",
    "('order', 'integer', column => column.notNull().references('orders.id').onDelete('cascade'))",
    "('next', 'integer', column => column.references('orders.id').onDelete('set null'))"
  ]) t.match(migration, column)
  for (const line of [
    "  label: Type.String({ minLength: 1, maxLength: 100, title: 'Label' }),\n",
    "  fullOf: Type.Optional(Type.Boolean({ default: false, title: 'Full of' })),\n",
    "  opened: Type.String({ format: 'date', title: 'Opened' }),\n",
    "  genre: Type.Enum(['novel', 'big_book'], { type: 'string', title: 'Genre' }),\n",
    "  status: Type.Enum(['new', 'sent', 'lost'], { type: 'string', title: 'Status' }),\n",
    "links.link('order', Routes.GetOrder(({ order }) => ({ id: order })))\n",
    "links.affordance('create', Routes.CreateBookShelf()).fields(bookShelfFields)\n",
    'UpdateBookShelf(({ id }) => ({ id }))).fields(bookShelfFields)\n    .prefill(',
    '.when(({ next }) => next !== undefined)\n', ".when(({ status }) => status === 'sent')\n"
  ]) t.match(resource, line)
  t.match(resource, /order: \{\n {4}options: \{\n {6}route: LinkTarget\.route\('ListOrders', .*promptField: 'item'/)
  t.match(routes, "name: 'ListBookShelves'")
  t.match(routes, "name: 'LoseBookShelf', ...byClerk")
  t.match(routes, 'fullOf: null, closed: null, next: null, ...request.body', 'a list stays')
})

t.test('one more resource has at most 120 lines', async t => {
  await project(t)
  const files = await resourceFiles(resourceOf('book --fields title:string,pages:integer?'), () => ORDERS)
  const lines = [...files.values()].join('').split('\n').length
  t.ok(lines <= 120, String(lines))
})

t.test('it is linked from the entry point', async t => {
  await project(t)
  const before = readFileSync(ROOT, 'utf8')
  await addResource(resourceOf('book'))
  await addResource(resourceOf('author'))
  const added = ['books', 'authors'].map(many => {
    const one = many.slice(0, -1)
    const [Many, One] = [many, one].map(name => name[0]!.toUpperCase() + name.slice(1))
    return `  links.link('${many}', Routes.List${Many!}())\n` +
      `  links.affordance('create-${one}', Routes.Create${One!}())\n`
  })
  t.equal(readFileSync(ROOT, 'utf8'), before.replace(/(CreateOrder\(\)\)\n)/, `$1${added.join('')}`))
})

t.test('forms of the entry point offer what a reference can be', async t => {
  await project(t)
  await addResource(resourceOf('book --fields title,order:->order'))
  const root = readFileSync(ROOT, 'utf8')
  t.match(root, /'\.\.\/route-names\.ts'\nimport \{ bookFields \} from '\.\/books\/book\.ts'\n\n/)
  t.match(root, "  links.affordance('create-book', Routes.CreateBook()).fields(bookFields)\n")
  t.match(readFileSync('src/routes/books/book.ts', 'utf8'), /route: LinkTarget\.route\('ListOrders', .*promptField: 'item'/)
})

t.test('without packages, the next commands are named', async t => {
  await project(t)
  const { status, output, notes } = await addResource(resourceOf('book'))
  t.equal(status, 1)
  t.match(
    output,
    new RegExp([
      '^Added books, at /books:', ' {2}src/routes/books/[^]*', 'Changed:', ' {2}src/routes/root\\.ts', '', 'Next:',
      ' {2}npm install', ' {2}npm run routes', ' {2}npm run contract', ''
    ].join('\n'))
  )
  t.match(notes, /^hyper-api: npm run routes failed: /)
})

t.test('nothing is written over', async t => {
  const folder = await project(t)
  const rejects = (line: string, message: RegExp) =>
    t.rejects(addResource(resourceOf(line)), { name: 'Failure', message }, line)
  await rejects('order', /^Nothing was written: src\/routes\/root\.ts has a link to 'orders' already\.$/)
  mkdirSync('src/routes/books')
  await rejects('book', /^Nothing was written: src\/routes\/books is there already\. Choose another name or/)
  writeFileSync('test/authors.test.ts', 'mine')
  await rejects('author', /^Nothing was written: test\/authors\.test\.ts is there already\./)
  writeFileSync('src/migrations/0007-lists.ts', 'mine')
  await rejects('list', /^Nothing was written: src\/migrations\/0007-lists\.ts is there already\./)
  await rejects('pen --fields name,book:->book', /has no resource Book\. Add it first, or name one of Order\.$/)
  symlinkSync('absent', 'src/routes/notes')
  await rejects(
    'note',
    /^Nothing was written: this folder has entries .* over: src\/routes\/notes \(a link to nothing\)\. .* another name\.$/
  )
  t.equal(existsSync('test/notes.test.ts'), false)
  t.same([existsSync('src/routes/authors'), readFileSync('test/authors.test.ts', 'utf8')], [false, 'mine'])
  writeFileSync(ROOT, 'export default load()\n')
  await rejects('pen', /^Nothing was written: src\/routes\/root\.ts has no 'defineLinks.*\. Write it so again\.$/)
  t.same(readdirSync(join(folder, 'src/routes/books')), [])
})

t.test('in a small project, and outside of a project', async t => {
  await project(t, { minimal: true })
  const { status, stdout, stderr } = await hyperApi(['add', 'resource', 'book'])
  t.same([status, stdout], [1, ''])
  t.equal(stderr, 'hyper-api: This is a small project: it has no src/routes/root.ts. Write the resource beside ' +
    'orders.ts and register it in app.ts, or begin with a whole project: hyper-api my-orders\n')
  rmSync('app.ts')
  t.equal(
    (await hyperApi(['add', 'resource', 'book'])).stderr,
    'hyper-api: There is no src/routes/root.ts here. ' +
      'Run the command in the folder of a project that hyper-api <dir> wrote.\n'
  )
})
