// How long the types of an API with 300 routes take to compile, beside an empty program: processor time,
// the least of several runs.
// npm run bench -- client-types
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join, resolve } from 'node:path'

const RUNS = 5
const TYPES = 60
const COMPILERS = { 'TypeScript 6': 'typescript', 'TypeScript 7': 'ts7' }
const folder = resolve('bench/client-types')

const appText = `
import Fastify from 'fastify'
import hyper, { defineLinks, LinkTarget, pageQuery } from 'fastify-hyper'
const app = Fastify()
const names = Array.from({ length: ${TYPES} }, (_, index) => 'Thing' + index)
const members = Array.from({ length: 12 }, (_, index) => ['member' + index, [
  { type: 'string', enum: ['a', 'b', 'c'] },
  { type: 'object', properties: { x: { type: 'number' }, y: { type: 'string' } } },
  { type: 'number' }
][index % 3]])
const properties = { id: { type: 'integer' }, name: { type: 'string' }, ...Object.fromEntries(members) }
const schemas = names.map($id => ({ $id, type: 'object', required: ['id', 'name'], properties }))
const root = { $id: 'Root', type: 'object', properties: {} }
const page = $id => ({ type: 'object', properties: {
  items: { type: 'array', items: { $ref: $id + '#' } },
  ...Object.fromEntries(['page', 'pageSize', 'totalCount', 'totalPages'].map(name => [name, { type: 'integer' }]))
} })
for (const schema of [...schemas, root]) app.addSchema(schema)
const route = (action, name) => LinkTarget.route(action + name)
const configs = schemas.map((schema, index) => defineLinks(schema, links => {
  const name = names[index]
  links.self(LinkTarget.route('Get' + name, ({ id }) => ({ id })))
  links.link('search', LinkTarget.routeTemplate('List' + name))
  for (let step = 1; step <= 5; step++) {
    links.link('related' + step, route('List', names[(index + step) % names.length])).when(() => true)
  }
  for (const action of ['Put', 'Delete']) {
    links.affordance(action, LinkTarget.route(action + name, ({ id }) => ({ id })))
  }
}))
await app.register(hyper, { links: [...configs, defineLinks(root, links => {
  links.self(LinkTarget.route('GetRoot'))
  for (const name of names) {
    links.link(name, route('List', name))
    links.affordance('create' + name, route('Post', name))
  }
})] })
app.get('/', {
  schema: { response: { 200: { $ref: 'Root#' } } }, config: { hyper: { name: 'GetRoot', links: true } }
}, () => ({}))
for (const name of names) {
  const one = { $ref: name + '#' }
  const body = { type: 'object', required: ['name'], properties }
  const add = (method, url, action, schema) =>
    app.route({ method, url, schema, config: { hyper: { name: action + name, links: true } }, handler: () => ({}) })
  add('GET', '/' + name, 'List', { querystring: pageQuery(), response: { 200: page(name) } })
  add('GET', '/' + name + '/:id', 'Get', { response: { 200: one } })
  add('POST', '/' + name, 'Post', { body, response: { 201: one } })
  add('PUT', '/' + name + '/:id', 'Put', { body, response: { 200: one } })
  add('DELETE', '/' + name + '/:id', 'Delete', { response: { 204: { type: 'null' } } })
}
export default app
`

const start = "import { createClient } from 'fastify-hyper/client'\nimport type { Api } from './api.ts'\n" +
  "const root = await createClient<Api>('http://localhost/').start()\n"
const use = Array.from({ length: TYPES }, (_, index) => `
for await (const thing of (await root.follow('Thing${index}')).items()) {
  if (thing.can('Put')) await (await thing.act('Put', { name: thing.data.name })).follow('related1')
  await root.act('createThing${index}', { name: 'x' })
}`).join('')

const programs = {
  empty: "import { createClient } from 'fastify-hyper/client'\nawait createClient('http://localhost/').start()\n",
  'generated types': `${start}await root.refresh()\n`,
  'generated types, each used': start + use
}

/** Returns the user and system time of a command, in seconds. */
function secondsOf (command) {
  const { stdout, status } = spawnSync(
    'sh', ['-c', `${quoted([process.execPath, ...command])} && times`], { encoding: 'utf8' }
  )
  if (status !== 0) throw new Error(stdout)
  // The last line of `times` has those of the children: 0m1.23s 0m0.10s
  const times = stdout.trim().split('\n').at(-1).split(' ').map(time => /(\d+)m([\d.]+)s/.exec(time))
  return times.reduce((sum, [, minutes, seconds]) => sum + minutes * 60 + Number(seconds), 0)
}

function quoted (words) {
  return words.map(word => `'${word.replaceAll("'", "'\\''")}'`).join(' ')
}

rmSync(folder, { recursive: true, force: true })
mkdirSync(join(folder, 'node_modules'), { recursive: true })
symlinkSync(process.cwd(), join(folder, 'node_modules/fastify-hyper'), 'junction')
symlinkSync(resolve('node_modules/fastify'), join(folder, 'node_modules/fastify'), 'junction')
writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
writeFileSync(join(folder, 'app.js'), appText)
const generate = [resolve('dist/scaffold/cli.js'), 'client', 'app.js', '--out', 'api.ts']
const { status, stderr } = spawnSync(process.execPath, generate, { cwd: folder, encoding: 'utf8' })
if (status !== 0) throw new Error(stderr)
const compilerOptions = {
  target: 'ES2023',
  lib: ['ES2023', 'DOM', 'DOM.AsyncIterable'],
  module: 'NodeNext',
  types: [],
  strict: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true
}
Object.entries(programs).forEach(([, source], index) => {
  writeFileSync(join(folder, `${index}.ts`), source)
  writeFileSync(join(folder, `${index}.json`), JSON.stringify({ compilerOptions, files: [`${index}.ts`] }))
})
console.log(
  `${TYPES * 5 + 1} routes; Node.js ${process.versions.node}, ${cpus().length} processors, ${cpus()[0].model}`
)
for (const [name, compiler] of Object.entries(COMPILERS)) {
  const seconds = Object.keys(programs).map(() => Infinity)
  for (let run = 0; run < RUNS; run++) {
    seconds.forEach((least, index) => {
      seconds[index] = Math.min(
        least, secondsOf([resolve(`node_modules/${compiler}/lib/tsc.js`), '-p', join(folder, `${index}.json`)])
      )
    })
  }
  Object.keys(programs).forEach((program, index) => {
    const more = (seconds[index] - seconds[0]).toFixed(2)
    console.log(`${name}, ${program}: ${seconds[index].toFixed(2)} s of processor time, ${more} s more than empty`)
  })
}
rmSync(folder, { recursive: true, force: true })
