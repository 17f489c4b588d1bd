import { readdirSync } from 'node:fs'
import t from 'tap'
import { readArguments } from '../../../scaffold/arguments.ts'
import { DEFAULT_FRAMEWORK, FRAMEWORKS } from '../../../scaffold/command.ts'
import { manifest } from '../../../scaffold/package.ts'
import { USAGE } from '../../../scaffold/usage.ts'
import { hyperApi } from './command.ts'

const HELP = 'hyper-api help prints the commands and their options.\n'
const PROJECT = {
  dir: 'orders',
  framework: DEFAULT_FRAMEWORK,
  minimal: false,
  html: true,
  mcp: true,
  explorer: true,
  openapi: false,
  force: false
}

const field = (name: string, type: unknown, isOptional = false) => ({ name, type, isOptional })
const noun = (word: string, type: string) => ({ words: word, identifier: word, type, file: word, table: word })

const ANYONE = [{ name: 'anonymous', headers: {} }]

const UNDERSTOOD: Readonly<Record<string, unknown>> = {
  orders: { name: 'new', project: PROJECT },
  'new orders': { name: 'new', project: PROJECT },
  'new routes': { name: 'new', project: { ...PROJECT, dir: 'routes' } },
  'orders -f node22': { name: 'new', project: { ...PROJECT, framework: 'node22' } },
  'orders -f=node22': { name: 'new', project: { ...PROJECT, framework: 'node22' } },
  'orders -fnode22': { name: 'new', project: { ...PROJECT, framework: 'node22' } },
  '--framework node20 orders': { name: 'new', project: { ...PROJECT, framework: 'node20' } },
  'orders --framework=node20': { name: 'new', project: { ...PROJECT, framework: 'node20' } },
  'orders --explorer': { name: 'new', project: PROJECT },
  'orders --no-html --no-mcp --no-explorer --openapi --force': {
    name: 'new', project: { ...PROJECT, html: false, mcp: false, explorer: false, openapi: true, force: true }
  },
  'orders --minimal': { name: 'new', project: { ...PROJECT, minimal: true } },
  'new add': { name: 'new', project: { ...PROJECT, dir: 'add' } },
  './init': { name: 'new', project: { ...PROJECT, dir: './init' } },
  'add resource book': {
    name: 'add',
    resource: {
      name: { one: noun('book', 'Book'), many: noun('books', 'Books') },
      fields: [field('name', 'string'), field('quantity', 'integer')],
      actions: []
    }
  },
  'add resource City --fields label,area:number,isOld:boolean': {
    name: 'add',
    resource: {
      name: { one: noun('city', 'City'), many: noun('cities', 'Cities') },
      fields: [field('label', 'string'), field('area', 'number'), field('isOld', 'boolean')]
    }
  },
  'add resource pen --fields name,at:date?,from:date-time,kind:a|b-c?,tags:string[],order:->order?': {
    resource: {
      fields: [
        field('name', 'string'), field('at', 'date', true), field('from', 'date-time'),
        field('kind', { values: ['a', 'b-c'] }, true), field('tags', 'string[]'),
        field('order', { reference: noun('order', 'Order') }, true)
      ]
    }
  },
  'add resource pen --action ship:new->sent --action lose:sent->lost': {
    resource: {
      actions: [
        { name: noun('ship', 'Ship'), from: 'new', to: 'sent' },
        { name: noun('lose', 'Lose'), from: 'sent', to: 'lost' }
      ]
    }
  },
  'add resource box': { resource: { name: { many: noun('boxes', 'Boxes') } } },
  'add resource person --plural people': {
    resource: { name: { one: noun('person', 'Person'), many: noun('people', 'People') } }
  },
  'add resource book-shelf --plural book-shelves': {
    resource: {
      name: {
        many: {
          words: 'book shelves',
          identifier: 'bookShelves',
          type: 'BookShelves',
          file: 'book-shelves',
          table: 'book_shelves'
        }
      }
    }
  },
  'add --help': { name: 'help' },
  'routes app.ts': { name: 'routes', request: { app: 'app.ts', out: undefined, check: false } },
  'routes app.ts --out src/routes.ts --check': {
    name: 'routes', request: { app: 'app.ts', out: 'src/routes.ts', check: true }
  },
  'routes src/app.ts --check': { name: 'routes', request: { app: 'src/app.ts', out: 'src/routes.ts', check: true } },
  'check app.ts': {
    name: 'check', request: { app: 'app.ts', json: false, all: false, production: false, crawl: null }
  },
  'check app.ts --production': {
    name: 'check', request: { app: 'app.ts', json: false, all: false, production: true, crawl: null }
  },
  'check --json --all app.ts': {
    name: 'check', request: { app: 'app.ts', json: true, all: true, production: false, crawl: null }
  },
  'check app.ts --crawl': {
    name: 'check',
    request: { app: 'app.ts', json: false, all: false, production: false, crawl: { start: '/', as: ANYONE } }
  },
  'check app.ts --crawl --as bob --as eve:X-User=e=ve --as eve:X-Role=a:b --start /api': {
    name: 'check',
    request: {
      app: 'app.ts',
      json: false,
      all: false,
      production: false,
      crawl: {
        start: '/api',
        as: [{ name: 'bob', headers: {} }, { name: 'eve', headers: { 'X-User': 'e=ve', 'X-Role': 'a:b' } }]
      }
    }
  },
  'map app.ts': { name: 'map', request: { app: 'app.ts', format: 'mermaid', start: '/', as: ANYONE } },
  'map --format dot app.ts --as bob': {
    name: 'map', request: { app: 'app.ts', format: 'dot', start: '/', as: [{ name: 'bob', headers: {} }] }
  },
  'catalog app.ts --package @shop/billing --out dir': {
    name: 'catalog', request: { app: 'app.ts', name: '@shop/billing', out: 'dir' }
  },
  'catalog --help': { name: 'help' },
  'client src/app.ts': {
    name: 'client', request: { app: 'src/app.ts', out: undefined, start: undefined, check: false }
  },
  'client src/app.ts --check': {
    name: 'client', request: { app: 'src/app.ts', out: 'src/api.ts', start: undefined, check: true }
  },
  'client app.ts --start /api --out x.ts': {
    name: 'client', request: { app: 'app.ts', out: 'x.ts', start: '/api', check: false }
  },
  'client --help': { name: 'help' },
  'contract app.ts': { name: 'contract', request: { app: 'app.ts', exported: undefined, out: undefined } },
  'contract app.ts --out api/contract.json --export make': {
    name: 'contract', request: { app: 'app.ts', exported: 'make', out: 'api/contract.json' }
  },
  'diff contract.json app.ts': {
    name: 'diff',
    request: {
      old: 'contract.json', now: 'app.ts', exported: undefined, format: 'text', failOn: 'breaking', accept: undefined
    }
  },
  'diff git:main:a.json b.json --format github --fail-on any --accept accepted.json': {
    name: 'diff',
    request: { old: 'git:main:a.json', now: 'b.json', format: 'github', failOn: 'any', accept: 'accepted.json' }
  },
  'diff --help': { name: 'help' },
  'new help': { name: 'new', project: { ...PROJECT, dir: 'help' } },
  'new chekc': { name: 'new', project: { ...PROJECT, dir: 'chekc' } },
  './check': { name: 'new', project: { ...PROJECT, dir: './check' } },
  '../check': { name: 'new', project: { ...PROJECT, dir: '../check' } },
  shop: { name: 'new', project: { ...PROJECT, dir: 'shop' } },
  '.': { name: 'new', project: { ...PROJECT, dir: '.' } },
  help: { name: 'help' },
  'help check': { name: 'help' },
  version: { name: 'version' },
  '--help': { name: 'help' },
  '-h': { name: 'help' },
  'routes --help': { name: 'help' },
  'check -h': { name: 'help' },
  '--version': { name: 'version' },
  '-v': { name: 'version' }
}

const REJECTED: Readonly<Record<string, RegExp>> = {
  '': /^a command, or the folder of a new project, is missing: hyper-api my-orders$/,
  new: /^the folder of the new project is missing$/,
  routes: /^the module of the app is missing$/,
  check: /^the module of the app is missing$/,
  'orders more': /^'more' is one too many: the folder of the new project is 'orders'\.$/,
  chekc: /^'chekc' is not a command\. Did you mean hyper-api check\? For a project .* that name: hyper-api new chekc$/,
  add: /^what is to be added is missing: hyper-api add resource book$/,
  ad: /^'ad' is not a command\. Did you mean hyper-api add\?/,
  'add book': /^'book' cannot be added\. Only resources can: hyper-api add resource book$/,
  'add resorce book': /^'resorce' cannot be added\. Did you mean: hyper-api add resource book$/,
  'add resource': /^the name of the resource is missing$/,
  'add resource book shelf': /^'shelf' is one too many: the name of the resource is 'book'\.$/,
  'add resource book --plurl books': /^unknown option --plurl\. Did you mean --plural\?$/,
  'add resource 3d': /^the name of a resource: '3d' is no name of letters, digits and hyphens, such as .* book-shelf$/,
  'add resource ../book': /^the name of a resource: '\.\.\/book' is no name/,
  'add resource book_shelf': /^the name of a resource: 'book_shelf' is no name/,
  'add resource root': /^the name of a resource: 'root' is a name of the project itself\. Choose another name\.$/,
  'add resource route --plural lines': /'route' is a name of the project itself/,
  'add resource order-page': /^'order-page' ends with 'page', as .* of other resources do\. Choose another name\.$/,
  'add resource class --plural class': /^the name of a resource: 'class' is a reserved word of JavaScript/,
  'add resource book --plural delete': /^--plural: 'delete' is a reserved word of JavaScript/,
  'add resource book --fields pages:integer': /^--fields: one field must be a string, because the list searches it$/,
  'add resource book --fields title:text': /^--fields: the type of 'title' is none of string, .*, a\|b\|c, ->other, and/,
  'add resource book --fields title,kind:a|a': /^--fields: the type of 'kind' is none of /,
  'add resource book --fields title,at:date??': /^--fields: the type of 'at' is none of /,
  'add resource book --fields title,by:->': /^--fields: '' is no name of letters, digits and hyphens/,
  'add resource book --fields title,status --action lend:in->out': /^--fields: 'status' is the state that --action/,
  'add resource book --action lend': /^--action: 'lend' is no action with the states .*, such as ship:pending->shipped$/,
  'add resource book --action lend:in->': /^--action: 'lend:in->' is no action/,
  'add resource book --action lend:in->in': /^--action: 'lend' does not change the state 'in'$/,
  'add resource book --action edit:in->out': /^--action: every resource has 'edit' already$/,
  'add resource book --action a:b->c --action a:c->d': /^--action: 'a' is there twice$/,
  'add resource book --fields title:string:x': /^--fields: the type of 'title' is none of /,
  'add resource book --fields title,title': /^--fields: 'title' is there twice$/,
  'add resource book --fields id:string': /^--fields: every resource has the field 'id' already$/,
  'add resource book --fields new:string': /^--fields: 'new' is a reserved word of JavaScript/,
  'add resource book --fields a_b': /^--fields: 'a_b' is no name of letters and digits, such as title:string,/,
  node_modules: /^'node_modules' cannot be a project\. Choose another folder, such as my-orders\.$/,
  '.git': /^'\.git' cannot be a project\. Choose another folder/,
  'new apps/.github/': /^'apps\/\.github\/' cannot be a project\./,
  'orders -f=node18': /^--framework: 'node18' is not one of node24/,
  'new apps/node_modules/': /^'apps\/node_modules\/' cannot be a project\./,
  'new class': /^'class' is a reserved word of JavaScript\. Choose another folder/,
  'app.ts': /^'app\.ts' is the name of a file\. .* Commands for an app come before it: hyper-api check app\.ts$/,
  'new src/package.json': /^'src\/package\.json' is the name of a file\./,
  init: /^'init' is not a command\./,
  Build: /^'Build' is not a command\./,
  'crawl --force': /^'crawl' is not a command\./,
  'ad resource book': /^'ad' is not a command\. Did you mean hyper-api add\?/,
  hlep: /Did you mean hyper-api help\?/,
  Help: /^'Help' is not a command\. Did you mean hyper-api help\?/,
  rotues: /Did you mean hyper-api routes\?/,
  nwe: /Did you mean hyper-api new\?/,
  versoin: /Did you mean hyper-api version\?/,
  '--force check': /^the command 'check' must come before its options\. For .* of that name: hyper-api new check$/,
  'constructor more': /^'more' is one too many: .*'constructor'\.$/,
  'orders --noexplorer': /^unknown option --noexplorer\. Did you mean --no-explorer\?$/,
  'chek app.ts': /^'chek' is not a command\. Did you mean hyper-api check\?/,
  'route app.ts': /^'route' is not a command\. Did you mean hyper-api routes\?/,
  'orders --framework node18': /'node18' is not one of node24, node22, node20$/,
  'orders -f': /^Option '-f, --framework <value>' argument missing$/,
  'orders --explorer=false': /^Option '--explorer' does not take an argument$/,
  'orders --explroer': /^unknown option --explroer\. Did you mean --explorer\?$/,
  'orders --no-explroer': /^unknown option --no-explroer\. Did you mean --no-explorer\?$/,
  'orders --no-framework': /^unknown option --no-framework\. Did you mean --framework\?$/,
  'routes app.ts --out routes.js': /^--out: 'routes\.js' is no TypeScript file, as a catalog is\. .* routes\.ts$/,
  'routes src/app.ts --out src': /^--out: 'src' is no TypeScript file, .*: --out src\/routes\.ts$/,
  'routes app.ts --out=': /^--out: '' is no TypeScript file/,
  'orders --zzzzzzzzz': /^unknown option --zzzzzzzzz\.$/,
  'orders -x': /^unknown option -x\.$/,
  'check app.ts --out routes.ts': /^unknown option --out\./,
  'check app.ts --as bob': /^--as is an option of the crawl: add --crawl$/,
  'check app.ts --crawl --as bob:X-User': /^--as: 'bob:X-User' is no caller\. Write a name, or name:Header=value\.$/,
  'check app.ts --crawl --start api': /^--start: 'api' is no path, as \/ is$/,
  'map app.ts --format svg': /^--format: 'svg' is not one of mermaid, dot$/,
  contract: /^the module of the app is missing$/,
  'contract app.ts --out contract.ts': /^--out: 'contract\.ts' is no JSON file, .* --out contract\.json$/,
  diff: /^the old side is missing: hyper-api diff contract\.json app\.ts$/,
  'diff contract.json': /^the new side is missing$/,
  'diff a.json b.json c.json': /^'c\.json' is one too many: the new side is 'b\.json'\.$/,
  'diff a.json b.json --format xml': /^--format: 'xml' is not one of text, json, markdown, github$/,
  'diff a.json b.json --fail-on all': /^--fail-on: 'all' is not one of breaking, risky, any$/,
  'diff git:-x:a.json b.json': /^'git:-x:a\.json' names no file in a commit, as git:main:contract\.json does$/
}

const words = (line: string) => line.split(' ').filter(word => word !== '')

t.test('what is understood', async t => {
  for (const [line, command] of Object.entries(UNDERSTOOD)) {
    t[line.startsWith('add') ? 'match' : 'same'](
      readArguments(words(line)), command, line
    )
  }
})

t.test('what is not', async t => {
  for (const [line, message] of Object.entries(REJECTED)) {
    t.throws(() => readArguments(words(line)), { name: 'UsageError', message }, line)
  }
})

t.test('the default target is one that this Node.js runs', async t => {
  const running = Number.parseInt(process.versions.node)
  t.equal(DEFAULT_FRAMEWORK, running < 22 ? 'node20' : 'node22')
  t.ok(FRAMEWORKS.includes(DEFAULT_FRAMEWORK))
})

t.test('the command', async t => {
  const usage = await hyperApi(['orders', '--explroer'])
  t.same([usage.status, usage.stdout], [2, ''], 'a wrong option')
  t.equal(usage.stderr, `hyper-api: unknown option --explroer. Did you mean --explorer?\n${HELP}`)
  t.same(await hyperApi(['--help']), { status: 0, stdout: USAGE, stderr: '' })
  t.same(await hyperApi(['help']), { status: 0, stdout: USAGE, stderr: '' })
  t.same(await hyperApi(['version']), { status: 0, stdout: `${manifest.version}\n`, stderr: '' })
  t.same(await hyperApi(['--version']), { status: 0, stdout: `${manifest.version}\n`, stderr: '' })
})

const MISSPELT = new RegExp('^hyper-api: (' + [
  "'(?:chekc|chek|ad|init)' is not a command\\. ", 'what is to be added is missing', "'resorce' cannot be added"
].join('|') + ')')

t.test('a misspelt command writes nothing', async t => {
  const cwd = t.testdir()
  for (const line of ['chekc', 'ad resource book', 'add', 'add resorce book', 'init', 'chek app.ts --crawl']) {
    const { status, stdout, stderr } = await hyperApi(words(line), cwd)
    t.same([status, stdout, readdirSync(cwd)], [2, '', []], line)
    t.match(stderr, MISSPELT, line)
  }
})
