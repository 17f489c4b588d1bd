import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { brokenLinks, readPage } from '../../support/markdown.ts'

// What is published: the files of the package, its list of dependencies, and the conditions of a release.

interface Manifest {
  readonly name: string
  readonly version: string
  readonly homepage: string
  readonly repository: { readonly url: string }
  readonly scripts: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
  readonly engines: { readonly node: string }
  readonly exports: Readonly<Record<string, string | { readonly default?: string }>>
  readonly bin: Readonly<Record<string, string>>
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest

/** The lines that a program prints. */
function linesOf (command: string, ...args: readonly string[]): string[] {
  return execFileSync(command, args, { encoding: 'utf8', maxBuffer: 2 ** 26 }).split('\n').filter(line => line !== '')
}

execFileSync(process.execPath, ['scripts/write-sbom.js'])
const [packed] =
  JSON.parse(linesOf('npm', 'pack', '--dry-run', '--json').join('\n')) as [{ files: Array<{ path: string }> }]
const files = packed.files.map(({ path }) => path)

t.test('the package has the files beside the build that package.json names', async t => {
  const templates = linesOf('git', 'ls-files', 'scaffold/templates')
  const named = ['CHANGELOG.md', 'LICENSE', 'README.md', 'SECURITY.md', 'package.json', 'sbom.cdx.json']
  t.same(files.filter(file => !file.startsWith('dist/')).sort(), [...named, ...templates].sort())
})

// Made by scripts/bundle-explorer.js and scripts/bundle-pages.js.
const ASSETS = [
  'dist/explorer/page/explorer.css', 'dist/explorer/page/explorer.js', 'dist/explorer/page/explorer.svg',
  'dist/explorer/page/index.html', 'dist/html/version.js', 'dist/html/views.js', 'dist/lib/packages.cjs'
]

// What package.json names, and what that shares: see scripts/bundle-entries.js.
const ENTRIES = Array.from(new Set([
  ...Object.values(manifest.exports).flatMap(entry => typeof entry === 'string' ? [] : entry.default ?? []),
  ...Object.values(manifest.bin)
]), file => file.replace(/^\.\//, '')).sort()
const SHARED = /^dist\/lib\/shared-\w+\.js$/

t.test('the files of the build are entries, what they share, declarations of modules, and known assets', async t => {
  const [declarations, others] = parted(files.filter(file => file.startsWith('dist/')), file => file.endsWith('.d.ts'))
  const [assets, code] = parted(others, file => ASSETS.includes(file))
  t.same(assets.sort(), ASSETS)
  t.same(code.filter(file => !SHARED.test(file)).sort(), ENTRIES)
  const sourceOf = (file: string) => file.slice('dist/'.length).replace(/\.d\.ts$/, '.ts')
  t.same(declarations.filter(file => !existsSync(sourceOf(file)) || file.includes('.test.')), [])
  for (const file of ENTRIES) t.ok(declarations.includes(file.replace(/\.js$/, '.d.ts')), file)
})

t.test('classes have the names of their sources, which logs and frameworks show', async t => {
  for (const file of files.filter(file => SHARED.test(file) || ENTRIES.includes(file))) {
    t.same(readFileSync(file, 'utf8').match(/\bclass _\w+/g), null, file)
  }
})

// Each file that the start reads takes a millisecond, whatever it contains.
t.test('the main entry point loads the code of the plugin from one file, and what it shares from one more', async t => {
  const loaded = loadedBy('dist/lib/index.js')
  t.equal(loaded.size, 4)
  const bytes = Array.from(loaded, file => statSync(file).size)
  t.ok(Math.max(...bytes) > 0.9 * bytes.reduce((sum, size) => sum + size))
})

/** A file of the build, and the files that it imports before it runs. */
function loadedBy (file: string, loaded = new Set<string>()): ReadonlySet<string> {
  if (loaded.has(file)) return loaded
  loaded.add(file)
  const imports = readFileSync(file, 'utf8').matchAll(/^(?:import|export|\}) .*["'](\.[^"']+)["'];$/gm)
  for (const [, imported] of imports) loadedBy(join(file, '..', imported!), loaded)
  return loaded
}

/** The values that a condition is true for, and the others. */
function parted<V> (values: readonly V[], isFirst: (value: V) => boolean): [V[], V[]] {
  return [values.filter(isFirst), values.filter(value => !isFirst(value))]
}

t.test('no file of the package names a path of this machine, or a source map', async t => {
  const paths = [process.cwd(), tmpdir(), homedir()].filter(path => path.length > 2).map(path => `${path}/`)
  const isBad = (text: string) => text.includes('sourceMappingURL=') || paths.some(path => text.includes(path))
  t.ok(isBad(`// ${process.cwd()}/lib/index.ts`))
  t.same(files.filter(file => isBad(readFileSync(file, 'utf8'))), [])
})

interface Sbom {
  readonly bomFormat: string
  readonly metadata: {
    readonly component: { readonly name: string, readonly version: string, readonly 'bom-ref': string }
  }
  readonly components: ReadonlyArray<{
    readonly name: string
    readonly purl: string
    readonly licenses: object[]
    readonly hashes: object[]
    readonly 'bom-ref': string
  }>
  readonly dependencies: ReadonlyArray<{ readonly ref: string, readonly dependsOn: readonly string[] }>
}

/** The names of the packages that an installation brings, by the lock file. */
function installed (): string[] {
  const { packages } =
    JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, { dependencies?: object }> }
  const names = new Set<string>()
  const add = (dependencies: object) => {
    for (const name of Object.keys(dependencies).filter(name => !names.has(name))) {
      names.add(name)
      add(packages[`node_modules/${name}`]!.dependencies ?? {})
    }
  }
  add(manifest.dependencies)
  return [...names].sort()
}

t.test('sbom.cdx.json lists what is installed and what is bundled', async t => {
  const sbom = JSON.parse(readFileSync('sbom.cdx.json', 'utf8')) as Sbom
  const { name, version, 'bom-ref': root } = sbom.metadata.component
  t.same([sbom.bomFormat, name, version], ['CycloneDX', manifest.name, manifest.version])
  const names = sbom.components.map(({ name }) => name)
  t.same([...new Set(names)].sort(), [...new Set([...installed(), 'preact', 'preact-render-to-string'])].sort())
  const refs = sbom.components.map(component => component['bom-ref'])
  for (const { ref, dependsOn } of sbom.dependencies) {
    t.same(
      [ref, ...dependsOn].filter(ref => ref !== root && !refs.includes(ref)), [], ref
    )
  }
  for (const { name, purl, licenses, hashes } of sbom.components) {
    t.ok(
      purl.startsWith('pkg:npm/') && licenses.length > 0 && hashes.length > 0, name
    )
  }
})

t.test('package.json is the only file that names the repository and its site', async t => {
  const [, repository] = /^git\+https:\/\/(.+)\.git$/.exec(manifest.repository.url)!
  t.same(linesOf('git', 'grep', '-lF', '-e', repository!, '-e', new URL(manifest.homepage).host), ['package.json'])
})

t.test('what must be true before a version is published', async t => {
  const url = 'git+https://example.com/someone/fastify-hyper.git'
  const homepage = 'https://someone.github.io/fastify-hyper/'
  const changelog = '# Changelog\n\n## 1.2.3\n'
  const right = { version: '1.2.3', created: '1.2.3', url, homepage, changelog, tag: 'v1.2.3' }
  const rows: ReadonlyArray<readonly [change: object, message: RegExp | null]> = [
    [{}, null],
    [{ url: url.replace('someone', 'OWNER') }, /placeholder/],
    [
      { homepage: 'https://another.github.io/fastify-hyper/' },
      /"homepage" is not that of "repository", https:\/\/someone\.github\.io/
    ],
    [{ created: '1.2.2' }, /^scaffold\/create\/package\.json: .* are not 1\.2\.3/],
    [{ tag: 'v1.2.4' }, /The tag is v1\.2\.4/],
    [{ url: url.replace('someone', 'another') }, /"repository" is not someone\/fastify-hyper/],
    [{ changelog: '# Changelog\n\n## Unreleased\n' }, /no heading "## 1\.2\.3"/],
    [{ changelog: '# Changelog\n\n## 1.2.34\n' }, /no heading "## 1\.2\.3"/],
    [{ changelog: '# Changelog\n\n## Unreleased\n\n## 1.2.3\n\n- Links.\n' }, null],
    [{ changelog: '# Changelog\n\n## Unreleased\n\n### Fixed\n\n- Links.\n\n## 1.2.3\n' }, /entries below "Unreleased"/]
  ]
  for (const [change, message] of rows) {
    const { version, created, url, homepage, changelog, tag } = { ...right, ...change }
    const create = { version, dependencies: { 'fastify-hyper': created } }
    const cwd = t.testdir({
      'package.json': JSON.stringify({ version, homepage, repository: { url } }),
      'CHANGELOG.md': changelog,
      scaffold: { create: { 'package.json': JSON.stringify(create) } }
    })
    const env = { ...process.env, GITHUB_REF_NAME: tag, GITHUB_REPOSITORY: 'someone/fastify-hyper' }
    const { status, stderr } = spawnSync(process.execPath, [join(process.cwd(), 'scripts/check-release.js')], {
      cwd, env, encoding: 'utf8'
    })
    t.equal(status, message === null ? 0 : 1, JSON.stringify(change))
    t.match(stderr, message ?? /^$/)
  }
})

t.test('the workflow that publishes stores no token, and only its last job may identify itself', async t => {
  const workflow = readFileSync('.github/workflows/release.yml', 'utf8')
  const [before, publish] = workflow.split(/^ {2}publish:$/m)
  t.match(publish, /id-token: write\n/)
  t.notMatch(before, /id-token/)
  t.notMatch(workflow, /TOKEN|secrets\.|registry/)
})

t.test('CI runs the tests on each promised version of Node.js; the lowest is in engines', async t => {
  const [, listed] = /node: \[(.+)\]/.exec(readFileSync('.github/workflows/ci.yml', 'utf8'))!
  const versions = listed!.replaceAll("'", '')
  const [, promised] = /\| Node\.js \| ([^a-z]+ and \d+)/.exec(readFileSync('docs/compatibility.md', 'utf8'))!
  t.equal(promised!.replace(' and', ','), versions)
  t.equal(manifest.engines.node, `>=${versions.split(',')[0]}`)
})

t.test('SECURITY.md names tests that exist', async t => {
  const named = [...readPage('SECURITY.md').text.matchAll(/`(test\/[^`]+)`/g)].map(([, file]) => file!)
  t.ok(named.length > 15)
  for (const file of named) t.ok(existsSync(file), file)
})

t.test('CONTRIBUTING.md names scripts and files that exist', async t => {
  const page = readPage('CONTRIBUTING.md')
  const scripts = [...page.text.matchAll(/`(?:npm run )?((?:test|check|docs|bench):[\w:]+|(?<=npm run )[\w:]+)`/g)]
    .map(([, name]) => name!)
  t.ok(scripts.length > 5)
  for (const name of scripts) t.ok(Object.hasOwn(manifest.scripts, name), name)
  const paths = [...page.text.matchAll(/`((?:[\w.-]+\/)+[\w.-]*)`/g)].map(([, path]) => path!)
  for (const path of paths) t.ok(existsSync(path) || path === 'build/', path)
  t.same(brokenLinks(page), [])
})

// hyper-api is a package of somebody else on npm: where this package is not installed, npx would run that one.
const ELSEWHERE = /\b(?:npx|bunx|(?:npm|pnpm|yarn|bun)\s+(?:exec|x|dlx))\b[^\n`]*?\bhyper-api\b/

t.test('nothing runs hyper-api by a runner of packages', async t => {
  for (const line of ['npx hyper-api', 'npx --yes hyper-api@1', 'npm exec -- hyper-api', 'pnpm dlx hyper-api']) {
    t.match(line, ELSEWHERE)
  }
  const texts = linesOf('git', 'ls-files').filter(file => /\.(?:[cm]?[jt]sx?|txt|md|json|yml|sh)$|Dockerfile$/.test(file))
  const own = 'test/process/package/release.test.ts'
  const found = texts.filter(file => file !== own && ELSEWHERE.test(readFileSync(file, 'utf8')))
  t.same(found, [])
})
