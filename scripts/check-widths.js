// Fails if a label of the sidebar is cut, or something reaches beyond the window, in windows of common widths.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import Fastify from 'fastify'
import { chromium } from 'playwright-core'

const WIDTHS = [390, 1280, 1440, 1512, 1920]
const PAGES = [
  '', 'getting-started.html', 'codes/HYPER001.html', 'reference/index.html',
  'reference/fastify-hyper/functions/defineLinks.html'
]

const executablePath = execFileSync('sh', [
  '-c', 'command -v chromium-headless-shell || command -v chromium || command -v google-chrome || true'
], { encoding: 'utf8' }).trim()
if (executablePath === '') throw new Error('The widths of the site were not checked: no Chromium is on the PATH.')

const prefix = process.env.DOCS_BASE ?? '/'
const app = Fastify()
await app.register(fastifyStatic, { root: fileURLToPath(new URL('../docs/.vitepress/dist/', import.meta.url)), prefix })
const origin = await app.listen({ port: 0, host: '127.0.0.1' })
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })

// Runs in the browser. Returns what is cut: the text of a label, or the name of an element.
function cut () {
  const sidebar = document.querySelector('.VPSidebar')
  const range = document.createRange()
  const rightOf = element => {
    range.selectNodeContents(element)
    return range.getBoundingClientRect().right
  }
  const isShown = element => element.getBoundingClientRect().width > 0
  const edge =
    sidebar === null || sidebar.getBoundingClientRect().left < 0 ? Infinity : sidebar.getBoundingClientRect().right
  const labels = [...document.querySelectorAll('.VPSidebarItem .text')]
    .filter(label => isShown(label) && rightOf(label) > edge)
  const wide = [...document.querySelectorAll('.VPNav .VPSwitchAppearance, .VPNav .menu')]
    .filter(element => isShown(element) && element.getBoundingClientRect().right > window.innerWidth - 8)
  const page = document.documentElement.scrollWidth > window.innerWidth ? ['the page'] : []
  return [...labels.map(label => label.textContent), ...wide.map(element => element.className), ...page]
}

const found = []
for (const width of WIDTHS) {
  const page = await browser.newPage({ viewport: { width, height: 900 } })
  for (const path of PAGES) {
    await page.goto(`${origin}${prefix}${path}`)
    for (const text of await page.evaluate(cut)) found.push(`/${path} at ${width} px: ${text}`)
  }
  await page.close()
}
await browser.close()
await app.close()

for (const line of found) console.error(line)
console.log(`${WIDTHS.length} widths, ${found.length} labels or elements cut`)
if (found.length > 0) process.exitCode = 1
