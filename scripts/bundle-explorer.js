// Bundles the page of the explorer into dist/explorer/page, so that users build nothing,
// and it loads nothing from elsewhere.
import { copyFile, mkdir, readFile } from 'node:fs/promises'
import { build } from 'esbuild'

const from = 'explorer/page/'
const to = 'dist/explorer/page/'

// The license of Preact requires a copy of its text in each distribution.
const preact = await readFile(new URL('LICENSE', import.meta.resolve('preact/package.json')), 'utf8')

await build({
  entryPoints: ['main.tsx', 'styles/explorer.css'].map(file => ({ in: from + file, out: 'explorer' })),
  outdir: to,
  bundle: true,
  jsx: 'automatic',
  jsxImportSource: 'preact',
  minify: true,
  format: 'esm',
  target: ['chrome112', 'firefox115', 'safari16.4'],
  banner: { js: `/*! Contains Preact.\n${preact}*/` },
  logLevel: 'warning'
})
await mkdir(to, { recursive: true })
for (const name of ['index.html', 'explorer.svg']) await copyFile(from + name, to + name)
