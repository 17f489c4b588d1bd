// Fails if a file of the site makes a browser request something from elsewhere (a script, a style, a font, an image),
// has the placeholder OWNER, or links to a heading that no page has.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SITE = fileURLToPath(new URL('../docs/.vitepress/dist/', import.meta.url))

// What is requested without a click: elements with a source, style sheets and what they import.
const REQUESTS = {
  html: [
    /<(?:script|img|iframe|source|video|audio)\b[^>]*\bsrc="(https?:)?\/\//gi, /<link\b[^>]*\bhref="(https?:)?\/\//gi,
    /<style\b[^>]*>[^<]*url\(["']?https?:/gi
  ],
  css: [/url\(["']?(https?:)?\/\//gi, /@import\s+["'](https?:)?\/\//gi],
  js: [/\bimport\(?\s*["'](https?:)?\/\//gi, /\bfetch\(\s*["'`]https?:/gi]
}

const files = readdirSync(SITE, { recursive: true, encoding: 'utf8' })
const found = files.flatMap(file => {
  const patterns = REQUESTS[file.split('.').at(-1)] ?? []
  const text = patterns.length === 0 ? '' : readFileSync(join(SITE, file), 'utf8')
  return patterns.flatMap(pattern =>
    [...text.matchAll(pattern)].map(([request]) => `${file}: ${request.slice(0, 120)}`))
})

const base = process.env.DOCS_BASE ?? '/'
const textOf = file => readFileSync(join(SITE, file), 'utf8')
const idsOf = file => new Set([...textOf(file).matchAll(/\bid="([^"]+)"/g)].map(([, id]) => id))
const ids = new Map(files.filter(file => file.endsWith('.html')).map(file => [file, idsOf(file)]))

/** The links of a page to headings that are not there. VitePress itself finds pages that are not there. */
function brokenAnchors (file) {
  const origin = 'http://site'
  return [...textOf(file).matchAll(/href="([^"]*#[^"]+)"/g)].map(([, href]) => href.replaceAll('&amp;', '&')).filter(href => {
    const url = new URL(href, `${origin}${base}${file}`)
    if (url.origin !== origin) return false
    const page = url.pathname.slice(base.length)
    return ids.get(page === '' ? 'index.html' : page)?.has(decodeURIComponent(url.hash.slice(1))) === false
  })
}

for (const file of ids.keys()) {
  for (const href of new Set(brokenAnchors(file))) found.push(`${file}: no heading for ${href}`)
}

const pages = files.filter(file => file.endsWith('.html')).length
// The placeholder of package.json, in pages, in their Markdown and in llms.txt.
found.push(...files.filter(file => /\.(?:html|md|txt)$/.test(file) && /\bOWNER\b/.test(textOf(file)))
  .map(file => `${file}: the placeholder OWNER`))
for (const line of found) console.error(line)
console.log(`${pages} pages, ${found.length} faults`)
if (found.length > 0 || pages === 0) process.exitCode = 1
