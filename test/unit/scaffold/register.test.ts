import t from 'tap'
import { registered } from '../../../scaffold/adopt/register.ts'
import type { Style } from '../../../scaffold/adopt/style.ts'

// Where `hyper-api adopt --write` registers the plugin in a module.

const STYLE: Style = {
  typescript: true, commonjs: false, extension: '.ts', importExtension: '', pluginPackage: false, format: code => code
}

const IMPORT = "import Fastify from 'fastify'\n"
const ADDED = "import hypermedia from './h';\n"

const MODULES: Readonly<Record<string, readonly [source: string, expected: string]>> = {
  'an app in a variable': [
    `${IMPORT}const app = Fastify()\napp.get('/', run)\n`,
    `${IMPORT}${ADDED}const app = Fastify()\nawait app.register(hypermedia);\napp.get('/', run)\n`
  ],
  'a function that is not async': [
    `${IMPORT}export function build () {\n  const app = Fastify()\n  return app\n}\n`,
    `${IMPORT}${ADDED}export function build () {\n  const app = Fastify()\n  app.register(hypermedia);\n` +
    '  return app\n}\n'
  ],
  'a chain of calls': [
    `${IMPORT}const app = Fastify()\n  .withTypeProvider<T>()\n  .register(cors)\n`,
    `${IMPORT}${ADDED}const app = Fastify()\n  .withTypeProvider<T>()\n  .register(hypermedia)\n  .register(cors)\n`
  ],
  'a property of a class': [
    `${IMPORT}class App {\n  constructor () {\n    this.app = Fastify()\n  }\n}\n`,
    `${IMPORT}${ADDED}class App {\n  constructor () {\n    this.app = Fastify()\n` +
    '    this.app.register(hypermedia);\n  }\n}\n'
  ],
  'a plugin': [
    'export default async function (server) {\n  server.get(\'/\', run)\n}\n',
    `${ADDED}export default async function (server) {\n  await server.register(hypermedia);\n` +
    '  server.get(\'/\', run)\n}\n'
  ]
}

for (const [name, [source, expected]] of Object.entries(MODULES)) {
  t.test(name, async t => { t.equal(registered(source, './h', STYLE).text, expected) })
}

const OTHERS: Readonly<Record<string, readonly [source: string, reason: string, where: string]>> = {
  'a module of Nest': [
    '@Module({ controllers: [] })\nexport class AppModule {}\n', 'it is a module of Nest',
    'after NestFactory.create(), before app.init() and app.listen()'
  ],
  'an app that another module creates': [
    "import { create } from './create'\nexport default create()\n",
    'it neither creates the app nor exports a function with it',
    'before the routes, on the instance that has all of them'
  ]
}

for (const [name, [source, reason, where]] of Object.entries(OTHERS)) {
  t.test(`${name}: the line to add`, async t => {
    const found = registered(source, './h', STYLE)
    t.same([found.text, found.reason], [null, reason])
    t.match(found.registration, { importLine: ADDED.trim(), line: 'await app.register(hypermedia);', where })
  })
}

t.test('a folder with a quote in its name', async t => {
  const { text } = registered(`${IMPORT}const app = Fastify()\n`, "./ann's/h", STYLE)
  t.match(text, "import hypermedia from './ann\\'s/h';")
})
