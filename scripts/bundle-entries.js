// Bundles the modules of the package into dist: one file for each entry of package.json, one for the code of the
// plugin, and files for the code that other entries share.
// Node.js loads them in about a quarter of the time that one file for each module takes.
import { cp, readFile, writeFile } from 'node:fs/promises'
import { basename, relative } from 'node:path'
import { build } from 'esbuild'

const { exports, bin } = JSON.parse(await readFile('package.json', 'utf8'))
// One command has two names.
const built = new Set([...Object.values(exports).flatMap(entry => entry.default ?? []), ...Object.values(bin)])
const sources = Array.from(built, file => file.replace(/^(?:\.\/)?dist\/(.+)\.js$/, '$1.ts'))
const isForBrowsers = file => file.startsWith('client/')

// The first is copied. bundle-pages.js writes the others beside the entry point that imports them.
const made = {
  name: 'made',
  setup: ({ onResolve }) => onResolve({ filter: /\/packages\.cjs$|^\.\/(?:views|version)\.js$/ }, ({ path }) => ({
    path: `./${basename(path)}`, external: true
  }))
}

const shared = { outdir: 'dist', outbase: '.', bundle: true, format: 'esm', packages: 'external', logLevel: 'warning' }

const forServers = {
  ...shared,
  entryPoints: sources.filter(file => !isForBrowsers(file)),
  splitting: true,
  plugins: [made],
  chunkNames: 'lib/shared-[hash]',
  platform: 'node',
  target: 'node20.19',
  logOverride: { 'ignored-bare-import': 'silent' }
}

// esbuild writes one file for each set of entries that have a module in common: thirty files for the plugin, which take
// twice as long to load. So each entry, and each module that is loaded later, imports all of the plugin, which apps
// have loaded anyway. A command has not.
const commands = Object.values(bin).map(file => file.replace(/^dist\/(.+)\.js$/, '$1.ts'))
const { metafile: { outputs } } = await build({ ...forServers, write: false, metafile: true })
const loaded = new Set(Object.values(outputs).flatMap(({ entryPoint }) => entryPoint ?? []))
const withPlugin = {
  name: 'with-plugin',
  setup: ({ onLoad }) => onLoad({ filter: /\.ts$/ }, async ({ path }) => {
    const file = relative('.', path)
    if (!loaded.has(file) || commands.includes(file) || file === 'lib/index.ts') return
    const up = '../'.repeat(file.split('/').length - 1)
    return { loader: 'ts', contents: `import './${up}lib/index.ts'\n${await readFile(path, 'utf8')}` }
  })
}

const builds = await Promise.all([
  build({ ...forServers, metafile: true, plugins: [made, withPlugin] }),
  // One file, which browsers load without a bundler, too.
  build({
    ...shared, metafile: true, entryPoints: sources.filter(isForBrowsers), platform: 'browser', target: 'es2022'
  })
])
await Promise.all(builds.flatMap(({ metafile }) => Object.keys(metafile.outputs)).map(restoreClassNames))
await cp('lib/packages.cjs', 'dist/lib/packages.cjs')

// esbuild writes `var Order = class _Order` for a class that its own body names. Logs and frameworks show that name.
async function restoreClassNames (file) {
  const code = await readFile(file, 'utf8')
  const names = Array.from(code.matchAll(/^var (\w+) = class _\1\b/gm), ([, name]) => name)
  const restored = names.reduce((text, name) => text.replace(new RegExp(`\\b_${name}\\b`, 'g'), name), code)
  if (restored !== code) await writeFile(file, restored)
}
