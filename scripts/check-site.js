// Fails if a file of the site makes a browser request something from elsewhere (a script, a style, a font, an image),
// or links to OWNER.
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

const pages = files.filter(file => file.endsWith('.html')).length
// The placeholder of package.json is no link.
found.push(...files.filter(file =>
  file.endsWith('.html') && /href="[^"]*\bOWNER\b/.test(readFileSync(join(SITE, file), 'utf8')))
  .map(file => `${file}: a link to the placeholder OWNER`))
for (const line of found) console.error(line)
console.log(`${pages} pages, ${found.length} faults`)
if (found.length > 0 || pages === 0) process.exitCode = 1
