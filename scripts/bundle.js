// Bundles the modules of the package into dist: one file for each entry of package.json,
// and files for the code that entries share.
// Node.js loads them in about half the time that one file for each module takes.
import { cp, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
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

await Promise.all([
  cp('lib/packages.cjs', 'dist/lib/packages.cjs'),
  build({
    ...shared,
    entryPoints: sources.filter(file => !isForBrowsers(file)),
    splitting: true,
    plugins: [made],
    chunkNames: 'lib/shared-[hash]',
    platform: 'node',
    target: 'node20.19'
  }),
  // One file, which browsers load without a bundler, too.
  build({ ...shared, entryPoints: sources.filter(isForBrowsers), platform: 'browser', target: 'es2022' })
])
