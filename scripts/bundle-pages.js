// Bundles the views, the style sheet and the icon into one module of dist/html, which bundlers of apps include, too.
import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { build } from 'esbuild'

const from = 'html/'
const to = 'dist/html/'

// Both licenses require a copy of their text in each distribution.
const licenses = await Promise.all(['preact', 'preact-render-to-string'].map(name =>
  readFile(new URL('LICENSE', import.meta.resolve(`${name}/package.json`)), 'utf8')))

const shared = { bundle: true, write: false, minify: true, logLevel: 'warning' }

const { outputFiles: [{ text: style }] } = await build({
  ...shared,
  entryPoints: [`${from}styles/html.css`],
  target: ['chrome112', 'firefox115', 'safari16.4']
})
const icon = await readFile('explorer/page/explorer.svg', 'utf8')
const { outputFiles: [{ text: views }] } = await build({
  ...shared,
  stdin: {
    contents: `
      export { renderPage, renderRaw } from './views/main.tsx'
      export const style = ${JSON.stringify(style)}
      export const icon = ${JSON.stringify(icon)}`,
    resolveDir: from,
    loader: 'ts'
  },
  format: 'esm',
  platform: 'node',
  target: 'node20',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  banner: { js: `/*! Contains Preact and its renderer.\n${licenses.join('\n')}*/` }
})
const version = createHash('sha256').update(views).digest('base64url').slice(0, 12)
await mkdir(to, { recursive: true })
await writeFile(`${to}views.js`, views)
// Apart, because it is needed before the first page.
await writeFile(`${to}version.js`, `export const version = ${JSON.stringify(version)}\n`)
