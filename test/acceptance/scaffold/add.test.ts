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
const LIST = 'src/resources.ts'

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

t.test('the files of a resource', async t => {
  const files = await resourceFiles(resourceOf('book-shelf --plural bookShelves --fields label:string,fullOf:boolean'))
  t.same([...files.keys()].sort(), [
    ...['database-store', 'examples', 'links', 'memory-store', 'resource', 'routes', 'schema', 'store'].map(name =>
      `src/book-shelves/${name}.ts`),
    'test/book-shelf-store.test.ts', 'test/book-shelves.test.ts'
  ])
  t.notMatch([...files.values()].join(), /\{\{|(?<!=== )undefined/, 'every placeholder is replaced')
  t.match(files.get(
    'src/book-shelves/schema.ts'
  ), "  label: Type.String({ minLength: 1, maxLength: 100, title: 'Label' }),\n  fullOf: " +
    "Type.Boolean({ default: false, title: 'Full of' })\n")
  t.match(
    files.get('src/book-shelves/database-store.ts'),
    'UPDATE "book_shelves" SET "label" = $3, "fullOf" = $4, version = version + 1'
  )
  t.match(files.get('src/book-shelves/routes.ts'), "name: 'ListBookShelves'")
  t.match(files.get('src/book-shelves/links.ts'), '/** The links and actions of a book shelf.')
  t.match(
    (await resourceFiles(resourceOf('author'))).get('src/authors/links.ts'), '/** The links and actions of an author.'
  )
})

t.test('it is registered', async t => {
  await project(t)
  const before = readFileSync(LIST, 'utf8')
  await addResource(resourceOf('book'))
  await addResource(resourceOf('author'))
  t.equal(readFileSync(LIST, 'utf8'), before
    .replace(
      "'./orders/resource.ts'\n",
      "'./orders/resource.ts'\nimport { books } from './books/resource.ts'\nimport { authors } from " +
        "'./authors/resource.ts'\n"
    )
    .replace('  orders\n', '  orders,\n  books,\n  authors\n'))
})

t.test('a list that was written otherwise', async t => {
  await project(t)
  const forms = ['= [orders]', '= [\n  orders,\n]', '= [ orders ]']
  for (const form of forms) {
    writeFileSync(LIST, readFileSync(LIST, 'utf8').replace(/= \[[^\]]*\]/, form))
    await addResource(resourceOf('book'))
    t.match(readFileSync(LIST, 'utf8'), /= \[\s*orders,\n {2}books\s*\]\n$/, form)
    rmSync('src/books', { recursive: true })
    for (const name of ['books', 'book-store']) rmSync(`test/${name}.test.ts`)
    writeFileSync(LIST, readFileSync(LIST, 'utf8').replace(/import \{ books.*\n/, ''))
  }
})

t.test('without packages, the next commands are named', async t => {
  await project(t)
  const { status, output, notes } = await addResource(resourceOf('book'))
  t.equal(status, 1)
  t.match(
    output,
    new RegExp([
      '^Added books, at /books:', ' {2}src/books/[^]*', 'Changed:', ' {2}src/resources\\.ts', '', 'Next:',
      ' {2}npm install', ' {2}npm run routes', ' {2}npm run client', ''
    ].join('\n'))
  )
  t.match(notes, /^hyper-api: npm run routes failed: /)
})

t.test('nothing is written over', async t => {
  const folder = await project(t)
  const rejects = (line: string, message: RegExp) =>
    t.rejects(addResource(resourceOf(line)), { name: 'Failure', message }, line)
  await rejects('order', /^Nothing was written: src\/resources\.ts has 'orders' already\.$/)
  mkdirSync('src/books')
  await rejects('book', /^Nothing was written: src\/books is there already\. Choose another name or --plural\.$/)
  writeFileSync('test/author-store.test.ts', 'mine')
  await rejects('author', /^Nothing was written: test\/author-store\.test\.ts is there already\./)
  symlinkSync('absent', 'src/notes')
  await rejects(
    'note',
    /^Nothing was written: this folder has entries .* over: src\/notes \(a link to nothing\)\. .* another name\.$/
  )
  t.equal(existsSync('test/notes.test.ts'), false)
  t.same([existsSync('src/authors'), readFileSync('test/author-store.test.ts', 'utf8')], [false, 'mine'])
  writeFileSync(LIST, 'export const resources = load()\n')
  await rejects('pen', /^Nothing was written: src\/resources\.ts has no list like .*\. Write it so again\.$/)
  t.same(readdirSync(join(folder, 'src/books')), [])
})

t.test('in a small project, and outside of a project', async t => {
  await project(t, { minimal: true })
  const { status, stdout, stderr } = await hyperApi(['add', 'resource', 'book'])
  t.same([status, stdout], [1, ''])
  t.equal(stderr, 'hyper-api: This is a small project: it has no src/resources.ts. Write the resource beside ' +
    'orders.ts and register it in app.ts, or begin with a whole project: hyper-api my-orders\n')
  rmSync('app.ts')
  t.equal(
    (await hyperApi(['add', 'resource', 'book'])).stderr,
    'hyper-api: There is no src/resources.ts here. ' +
      'Run the command in the folder of a project that hyper-api <dir> wrote.\n'
  )
})
