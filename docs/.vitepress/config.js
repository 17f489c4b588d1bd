import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitepress'
import { codeLinks } from './code-links.js'
import { linksOutside } from './links-outside.js'
import { sidebar } from './sidebar.js'

const { version, description } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

// DOCS_BASE is the path that the site is served at: /fastify-hyper/
export default defineConfig({
  base: process.env.DOCS_BASE ?? '/',
  lang: 'en',
  title: 'fastify-hyper',
  description,
  // The contents for readers of the repository; the site has a sidebar.
  srcExclude: ['README.md'],
  markdown: {
    config: md => { md.use(codeLinks).use(linksOutside) }
  },
  themeConfig: {
    sidebar: sidebar(),
    nav: [
      { text: 'Tutorial', link: '/tutorial' },
      { text: 'Guides', link: '/getting-started', activeMatch: '^/(?!tutorial|codes|reference|$)' },
      { text: 'Codes', link: '/notices-and-errors', activeMatch: '^/(codes/|notices)' },
      { text: 'API', link: '/reference/', activeMatch: '^/reference/' },
      { text: version, link: '/upgrades' }
    ],
    outline: [2, 3],
    search: { provider: 'local' },
    docFooter: { prev: 'Previous', next: 'Next' }
  }
})
