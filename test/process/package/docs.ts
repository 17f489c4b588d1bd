import { readFileSync } from 'node:fs'
import Fastify from 'fastify'
import t from 'tap'
import * as client from '../../../client/index.ts'
import hyper, * as main from '../../../lib/index.ts'
import { errorCodes, type HyperOptions, noticeCodes } from '../../../lib/index.ts'
import * as nest from '../../../nest/index.ts'
import { USAGE } from '../../../scaffold/usage.ts'
import * as testing from '../../../testing/index.ts'
import { typeErrors } from '../../support/doc-examples.ts'
import { examplesOf } from '../../support/doc-steps.ts'
import { brokenLinks, codeColumn, readFolder, readPage, readPages, section } from '../../support/markdown.ts'

const pages = readPages()
const codes = readFolder('docs/codes')
const readme = readPage('README.md')
const index = readPage('docs/README.md')
const options = readPage('docs/options.md')

/** The keys that a message about an unknown key lists. */
async function knownKeys (declare: (app: ReturnType<typeof Fastify>) => unknown): Promise<string[]> {
  const app = Fastify()
  try {
    await declare(app)
    await app.ready()
  } catch (error) {
    return (error as Error).message.match(/Known keys: (.*)\.$/)![1]!.split(', ')
  }
  throw new Error('no key was unknown')
}

t.test('README has at most 120 lines', async t => {
  t.ok(readme.text.split('\n').length <= 121, `${readme.text.split('\n').length - 1} lines`)
})

t.test('the page on options lists those of the plugin', async t => {
  const keys = await knownKeys(app => app.register(hyper, { unknown: true } as HyperOptions))
  t.same(codeColumn(section(options.text, '## Options of the plugin')).sort(), keys.sort())
})

t.test('the page on options lists the keys of config.hyper', async t => {
  const keys = await knownKeys(async app => {
    await app.register(hyper)
    app.get('/', { config: { hyper: { unknown: true } as object } }, () => '')
  })
  t.same(codeColumn(section(options.text, '## Options of routes')).sort(), keys.sort())
})

t.test('the page on options lists the members of app.hyper', async t => {
  const [, body] = /export interface Hyper \{\n([^]*?)\n\}/.exec(readFileSync('types/options.ts', 'utf8'))!
  const members = [...body!.matchAll(/^ {2}(\w+) \(/gm)].map(([, name]) => name!)
  t.same(
    [...section(options.text, '## app.hyper').matchAll(/^\| `(\w+)/gm)].map(([, name]) => name!).sort(), members.sort()
  )
})

t.test('the page on exports lists the exported values', async t => {
  const rows = readPage('docs/exports.md').text.split('## ')[0]!.split('\n').filter(line => line.startsWith('| '))
  const listed = rows.flatMap(row => [...row.split('|')[1]!.matchAll(/`(\w+)`/g)].map(([, name]) => name!))
  const exported = Object.keys(main).filter(name => name !== 'default')
  t.same(
    listed.sort(),
    [
      ...exported, ...Object.keys(testing), ...Object.keys(client), ...Object.keys(nest), 'hyperExplorer', 'html',
      'markup', 'mcp', 'protectedResource', 'siren', 'collectionJson', 'jsonApi', 'hydra'
    ].sort()
  )
})

t.test('the page on the client lists its options, and the members of a resource', async t => {
  const { text } = readPage('docs/client.md')
  for (const name of membersOf('ClientOptions')) t.ok(codeColumn(section(text, '## Options')).includes(name), name)
  const members = [...section(text, '## Resources').matchAll(/^\| .*? \|/gm)].join()
  for (const name of membersOf('Resource')) t.match(members, new RegExp(`\\b${name}\\b`), name)
})

const CLIENT_TYPES = ['types/client.ts', 'types/client-resource.ts'].map(file => readFileSync(file, 'utf8')).join('\n')

/** The names of the members of an interface of the client. */
function membersOf (name: string): string[] {
  const [, body] = new RegExp(`export interface ${name}(?:<.*>)? \\{\\n([^]*?)\\n\\}`).exec(CLIENT_TYPES)!
  return [...body!.matchAll(/^ {2}(?:readonly )?(\w+)(?=[?:<]| \()/gm)].map(([, member]) => member!)
}

t.test('the page on notices and errors lists every code, and no other', async t => {
  const listed = codeColumn(readPage('docs/notices-and-errors.md').text)
  t.same(listed.filter(code => /^(?:FST_ERR_|HYPER)/.test(code))
    .sort(), [...Object.keys(errorCodes), ...Object.keys(noticeCodes)].sort())
})

t.test('the page on the command line lists every option', async t => {
  const { text } = readPage('docs/cli.md')
  for (const [option] of USAGE.matchAll(/--[\w-]+/g)) t.ok(text.includes(`\`${option}`), option)
})

t.test('the index of docs/ lists every page', async t => {
  const names = pages.map(({ path }) => path.replace('docs/', ''))
    .filter(name => !['README.md', 'index.md'].includes(name))
  for (const name of names) t.ok(index.text.includes(`](${name})`), name)
})

for (const page of [
  ...pages, ...codes, readPage('CHANGELOG.md'), readPage('SECURITY.md'), readPage('bench/README.md'),
  readPage('bench/results/README.md'), readPage('test/process/README.md')
]) {
  t.test(`links of ${page.path}`, async t => { t.same(brokenLinks(page), []) })
}

t.test('each entry of CHANGELOG.md is one line of at most 120 characters, with a link to its page', async t => {
  const lines = readPage('CHANGELOG.md').text.split('\n').slice(3)
  t.same(
    lines.filter(line => line.length > 120 || !/^(?:$|## |### |The first version\.$|- .*\]\(docs\/)/.test(line)), []
  )
})

t.test('JSON examples are JSON', async t => {
  for (const { path, blocks } of pages) {
    for (const { language, code, line } of blocks) {
      if (language === 'json') t.doesNotThrow(() => { JSON.parse(code) }, `${path}:${line}`)
    }
  }
})

// Log lines and diagrams are not wrapped by hand.
const NOT_WRAPPED = ['text', 'mermaid']
const WIDTH = 80
// Without what readers do not see; except one word, and one string of JSON.
const isLong = (line: string) =>
  line.replace(/\s*\/\/ \[!code \S+\]$/, '').length > WIDTH &&
    !/^(?:\s*"[^"]+": "[^"]*",?|export \w+=\S+)$/.test(line)

t.test('examples have at most 80 characters a line', async t => {
  const long = [...pages, ...codes].flatMap(({ path, blocks }) => blocks
    .filter(({ language }) => !NOT_WRAPPED.includes(language))
    .flatMap(({ code, line }) => code.split('\n')
      .flatMap((text, index) => isLong(text) ? [`${path}:${line + index}: ${text}`] : [])))
  t.same(long, [])
})

const SHARED = /(?<![.\w])(?:Customer|Order|Routes|store|\w+Links|orderSchema)\b(?!\??:)/g

/** The names of an example that it does not declare: docs/setup.md has them. */
function sharedNames (sources: Iterable<string>): string[] {
  const text = [...sources].join('\n').replace(/\/\/.*$/gm, '').replace(/'[^'\n]*'/g, "''")
  const isDeclared = (name: string) =>
    new RegExp(`(?:class|interface|type|const|function) ${name}\\b|import [^']*\\b${name}\\b[^']*from ''`).test(text)
  return [...new Set(text.match(SHARED))].filter(name => !isDeclared(name))
}

t.test('pages whose examples are not complete lead to their setup', async t => {
  for (const page of pages.filter(({ path }) => path !== 'docs/setup.md')) {
    const blocks = page.blocks.filter(({ language }) => language === 'ts')
    const names = examplesOf({ ...page, blocks }).flatMap(({ files }) => sharedNames(files.values()))
    t.ok(names.length === 0 || page.text.includes('](setup.md)'), `${page.path}: ${names.join(', ')}`)
  }
})

t.test('excerpts are in the file that they are from', async t => {
  for (const { path, blocks } of pages) {
    for (const { directive, code, line } of blocks) {
      const [, file] = /^from: (\S+)$/.exec(directive) ?? []
      if (file !== undefined) t.ok(readFileSync(file, 'utf8').includes(code), `${path}:${line}`)
    }
  }
})

t.test('TypeScript examples type-check', async t => {
  t.same(typeErrors([...pages, ...codes]), [])
})

t.test('an example that does not type-check is reported with its line', async t => {
  const block = { language: 'ts', line: 7, code: '\nLinkTarget.route(5)\n', directive: '' }
  const imports = { language: 'ts', line: 2, code: "import { LinkTarget } from 'fastify-hyper'\n", directive: '' }
  const [error] = typeErrors([{ path: 'docs/bad.md', text: '', blocks: [imports, block] }])
  t.match(error, /^docs\/bad\.md:8: Argument of type 'number'/)
})
