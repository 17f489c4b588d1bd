import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { hyperApi, LIB } from './command.ts'

const app = (relation = 'orders', url = '/orders', title = '') => `
import Fastify from 'fastify'
import hyper, { defineLinks, LinkTarget } from '${LIB}'
const app = Fastify()
const root = { $id: 'Root', type: 'object', properties: { name: { type: 'string'${title} } } }
const orders = { $id: 'Orders', type: 'object', properties: { count: { type: 'integer' } } }
await app.register(hyper, { links: [defineLinks(orders, () => {}), defineLinks(root, links => {
  links.self(LinkTarget.route('GetRoot'))
  links.link(${JSON.stringify(relation)}, LinkTarget.route('GetOrders'))
})] })
const response = { 200: root }
app.get('/', { schema: { response }, config: { hyper: { name: 'GetRoot', links: true } } }, () => ({}))
const config = { hyper: { name: 'GetOrders', links: true } }
app.get(${JSON.stringify(url)}, { schema: { response: { 200: orders } }, config }, () => ({}))
export default app`

const FILES = {
  'app.mjs': app(),
  'later.mjs': app('purchases', '/purchases', ", title: 'A name'"),
  'moved.mjs': app('orders', '/moved'),
  'broken.mjs': app().replace("'GetOrders', links", "'GetOrders', lonks"),
  'unnamed.mjs': app().replaceAll(/name: '\w+', /g, '').replaceAll(/links\.\w+\(.*\n/g, '\n'),
  'bare.mjs': "import Fastify from 'fastify'\nexport default Fastify()"
}

const FINDINGS = [
  { id: 'relation-removed', severity: 'breaking', place: "Root, relation 'orders'", message: 'is removed' },
  { id: 'url-changed', severity: 'compatible', place: '/orders', message: 'is /purchases now' },
  { id: 'relation-added', severity: 'compatible', place: "Root, relation 'purchases'", message: 'is new' }
]

t.test('contract writes a file that diff reads', { buffered: true }, async t => {
  const cwd = t.testdir(FILES)
  t.match(await hyperApi(['contract', 'app.mjs', '--out', 'api/contract.json'], cwd), {
    status: 0, stdout: 'Wrote api/contract.json: 2 types\n', stderr: ''
  })
  const text = readFileSync(join(cwd, 'api/contract.json'), 'utf8')
  t.match(JSON.parse(text), { version: 1, entryPoints: { '/': 'Root' }, types: { Root: {}, Orders: {} } })
  t.same(readdirSync(join(cwd, 'api')), ['contract.json'], 'no temporary file is left')
  t.match(await hyperApi(['contract', 'app.mjs'], cwd), { status: 0, stdout: text })
  t.match(await hyperApi(['contract', 'app.mjs', '--out', 'api/contract.json'], cwd), { stdout: /^Nothing changed/ })

  const diff = (...args: string[]) => hyperApi(['diff', ...args], cwd)
  t.match(await diff('api/contract.json', 'app.mjs', '--fail-on', 'any'), {
    status: 0, stdout: '0 breaking changes, 0 risky changes.\n'
  })
  t.match(await diff('app.mjs', 'moved.mjs'), {
    status: 0,
    stdout: '0 breaking changes, 0 risky changes.\n1 URL changed: no client that follows links breaks.\n',
    stderr: ''
  }, 'two apps')
  t.match(await diff('app.mjs', 'moved.mjs', '--fail-on', 'risky'), { status: 0 })
  t.match(await diff('app.mjs', 'moved.mjs', '--fail-on', 'any'), { status: 1 })
})

t.test('the formats of diff', { buffered: true }, async t => {
  const cwd = t.testdir(FILES)
  const diff = (...args: string[]) => hyperApi(['diff', 'app.mjs', ...args], cwd)
  t.match(await diff('later.mjs'), {
    status: 1,
    stdout: `breaking: Root, relation 'orders' is removed
  A relation is removed. Keep the relation, deprecate its route, and remove it when no client follows it.

1 breaking change, 0 risky changes.
1 URL changed: no client that follows links breaks.
1 relation added.
`
  })
  t.same(JSON.parse((await diff('later.mjs', '--format', 'json')).stdout), { findings: FINDINGS })
  t.equal((await diff('later.mjs', '--format', 'markdown')).stdout, `| severity | rule | place | change |
|---|---|---|---|
| breaking | relation-removed | Root, relation 'orders' | is removed |

1 breaking change, 0 risky changes.  
1 URL changed: no client that follows links breaks.  
1 relation added.  
`)
  t.equal((await diff('later.mjs', '--format', 'github')).stdout, '::error file=later.mjs,title=breaking%3A ' +
    "relation-removed::Root, relation 'orders' is removed%0AKeep the relation, deprecate its route, and remove it " +
    'when no client follows it.\n' +
    '::notice file=later.mjs::1 breaking change, 0 risky changes.%0A' +
    '1 URL changed: no client that follows links breaks.%0A1 relation added.\n')

  t.test('no format has the placeholder of the repository', async t => {
    for (const format of ['text', 'json', 'markdown', 'github']) {
      t.notMatch((await diff('later.mjs', '--format', format)).stdout, /OWNER|github\.io/, format)
    }
  })

  t.test('names are no markup', async t => {
    const registrations = { '/': { formats: [], defaultFormat: 'hal' } }
    const contract = { version: 1, entryPoints: {}, registrations, types: { 'a:b,c%|<i>\n': { kind: 'page' } } }
    writeFileSync(join(cwd, 'odd.json'), JSON.stringify(contract))
    writeFileSync(join(cwd, 'a,b:c.json'), JSON.stringify({ ...contract, types: {} }))
    const odd = (format: string) => hyperApi(['diff', 'odd.json', 'a,b:c.json', '--format', format], cwd)
    t.match((await odd('github')).stdout,
      '::error file=a%2Cb%3Ac.json,title=breaking%3A type-removed::a:b,c%25|<i>%0A is in no response%0A')
    t.match((await odd('text')).stdout, /^breaking: a:b,c%\|<i> {2}is in no response\n/)
    t.match((await odd('markdown')).stdout, '| a:b,c%&#124;&#60;i&#62;  | is in no response |\n')
  })
})

t.test('accepted changes are not reported', { buffered: true }, async t => {
  const entry = { id: 'relation-removed', place: "Root, relation 'orders'", reason: 'nobody follows it' }
  const cwd = t.testdir({
    ...FILES,
    'accept.json': JSON.stringify([entry, { ...entry, place: 'Gone' }]),
    'object.json': '{}',
    'text.json': '[',
    'reason.json': JSON.stringify([{ ...entry, reason: ' ' }]),
    'rule.json': JSON.stringify([{ ...entry, id: 'no-rule' }])
  })
  const diff = (accept: string) => hyperApi(['diff', 'app.mjs', 'later.mjs', '--accept', accept], cwd)
  t.match(await diff('accept.json'), {
    status: 0,
    stdout: /^0 breaking changes, 0 risky changes, 1 accepted\.\n/,
    stderr: 'accept.json: relation-removed of Gone is not found any more. Remove the entry.\n'
  })
  const form = 'Write an array of { "id", "place", "reason" }, with the texts of the report.\n'
  for (const [file, reason] of [
    ['none.json', 'none.json cannot be read: ENOENT'], ['object.json', 'object.json: it is no array'],
    ['text.json', 'text.json: it is no JSON'], ['reason.json', 'reason.json, /0/reason: it is no text'],
    ['rule.json', 'rule.json, /0/id: no rule is named so']
  ] as const) {
    t.match(await diff(file), { status: 2, stdout: '', stderr: `hyper-api: ${reason}. ${form}` })
  }
})

t.test('a side in a commit', { buffered: true }, async t => {
  const cwd = t.testdir({ ...FILES, api: {} })
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd, stdio: 'pipe' })
  await hyperApi(['contract', 'app.mjs', '--out', 'api/contract.json'], cwd)
  git('init', '--initial-branch=main')
  git('add', '.')
  git('commit', '--message=first')
  await hyperApi(['contract', 'later.mjs', '--out', 'api/contract.json'], cwd)
  const diff = (old: string, now = 'api/contract.json') => hyperApi(['diff', old, now, '--format', 'json'], cwd)
  t.same(JSON.parse((await diff('git:main:api/contract.json')).stdout), { findings: FINDINGS })
  t.same(JSON.parse((await diff('git:HEAD:./api/contract.json', 'later.mjs')).stdout), { findings: FINDINGS })
  t.match(await diff('git:none:contract.json'), {
    status: 2, stderr: /^hyper-api: git:none:contract\.json cannot be read: .*'none'.* Name a commit that is fetched/
  })
  for (const side of ['git:--output=x:contract.json', 'git::contract.json', 'git:main:', 'git:main']) {
    t.match(await diff(side), { status: 2, stderr: `hyper-api: '${side}' names no file in a commit` }, side)
  }
  t.notOk(readdirSync(cwd).includes('x'))
})

t.test('bad input is one line, with the file, the place and the remedy', { buffered: true }, async t => {
  const contract = { version: 1, entryPoints: {}, registrations: { '/': { formats: [], defaultFormat: 'hal' } } }
  const relation = { target: null, presence: 'never' }
  const cwd = t.testdir({
    ...FILES,
    'newer.json': '{ "version": 2 }',
    'other.json': '{ "version": "1.0.0" }',
    'text.json': '{\n  "version": 1,,\n}',
    'empty.json': '',
    'shape.json': JSON.stringify({ ...contract, types: { A: { kind: 'page', relations: { b: relation } } } }),
    'good.json': JSON.stringify({ ...contract, types: {} })
  })
  const again = (file: string) => `Write it again: hyper-api contract <app> --out ${file}\n`
  const CASES: readonly (readonly [args: string, stderr: string | RegExp])[] = [
    ['diff newer.json good.json', 'newer.json, /version: 2 is newer than this hyper-api, which reads 1. Update it: ' +
      'npm install fastify-hyper@latest\n'],
    ['diff good.json other.json', 'other.json, /version: it is no contract, whose version is 1. ' +
      again('other.json')],
    ['diff text.json good.json', /^hyper-api: text\.json:2:\d+: it is no JSON\. Resolve the conflicts of a merge/],
    ['diff empty.json good.json', /^hyper-api: empty\.json:1:1: it is no JSON\./],
    ['diff shape.json good.json', 'shape.json, /types/A/relations/b/presence must be equal to one of the ' +
      `allowed values. ${again('shape.json')}`],
    ['diff none.json good.json', 'none.json cannot be read: ENOENT. hyper-api contract <app> --out writes one.\n'],
    ['diff good.json none.mjs', 'There is no file none.mjs.\n'],
    ['diff good.json broken.mjs', /^hyper-api: broken\.mjs does not start, so its contract is unknown: .*lonks/],
    ['contract broken.mjs --out contract.json', /^hyper-api: broken\.mjs does not start/],
    ['contract unnamed.mjs --out contract.json', 'unnamed.mjs has no named routes, so no link leads to one. ' +
      "Name them: config: { hyper: { name: 'GetOrder' } }.\n"],
    ['contract bare.mjs --out contract.json', 'bare.mjs does not register fastify-hyper.\n']
  ]
  for (const [args, stderr] of CASES) {
    const received = await hyperApi(args.split(' '), cwd)
    const expected = typeof stderr === 'string' ? `hyper-api: ${stderr}` : stderr
    t.match(received, { status: 2, stdout: '', stderr: expected }, args)
  }
  t.notOk(readdirSync(cwd).some(name => name.startsWith('contract.json')), 'nothing is written')

  t.test('the old file stays', async t => {
    writeFileSync(join(cwd, 'contract.json'), 'old')
    await hyperApi(['contract', 'broken.mjs', '--out', 'contract.json'], cwd)
    t.equal(readFileSync(join(cwd, 'contract.json'), 'utf8'), 'old')
  })
})
