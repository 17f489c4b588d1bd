// Bundles the views and the style sheet into dist/html: nothing of them is loaded from elsewhere.
import { build } from 'esbuild'
import { copyFile, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const from = fileURLToPath(new URL('./', import.meta.url))
const to = fileURLToPath(new URL('../dist/html/', import.meta.url))

// Both licenses require a copy of their text in each distribution.
const licenses = await Promise.all(['preact', 'preact-render-to-string'].map(name =>
  readFile(new URL('LICENSE', import.meta.resolve(`${name}/package.json`)), 'utf8')))

const shared = { outdir: to, bundle: true, minify: true, logLevel: 'warning' }

await build({
  ...shared,
  entryPoints: [{ in: `${from}views/main.tsx`, out: 'views' }],
  format: 'esm',
  platform: 'node',
  target: 'node20',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  banner: { js: `/*! Contains Preact and its renderer.\n${licenses.join('\n')}*/` }
})
await build({
  ...shared,
  entryPoints: [{ in: `${from}styles/html.css`, out: 'html' }],
  target: ['chrome112', 'firefox115', 'safari16.4']
})
await copyFile(fileURLToPath(new URL('../explorer/page/explorer.svg', import.meta.url)), `${to}icon.svg`)
