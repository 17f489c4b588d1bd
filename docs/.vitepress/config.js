import { defineConfig } from 'vitepress'
import { codeLinks } from './code-links.js'
import { firstSentence, writeForPrograms } from './for-programs.js'
import { linksOutside } from './links-outside.js'
import { description, homepage, license, repository, version } from './repository.js'
import { search } from './search.js'
import { sidebar } from './sidebar.js'
import { slug } from './slug.js'

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="4" cy="8" r="3" fill="#3451b2"/>' +
  '<circle cx="12" cy="4" r="3" fill="#5672cd"/><circle cx="12" cy="12" r="3" fill="#5672cd"/>' +
  '<path d="M4 8 12 4M4 8l8 4" stroke="#3451b2"/></svg>'

// DOCS_BASE is the path that the site is served at: /fastify-hyper/
export default defineConfig({
  base: process.env.DOCS_BASE ?? '/',
  lang: 'en',
  title: 'fastify-hyper',
  description,
  // The contents for readers of the repository; the site has a sidebar.
  srcExclude: ['README.md'],
  // Of servers that readers start.
  ignoreDeadLinks: 'localhostLinks',
  head: [['link', { rel: 'icon', href: `data:image/svg+xml,${encodeURIComponent(ICON)}` }]],
  ...homepage === null ? {} : { sitemap: { hostname: homepage } },
  // The search index has the whole reference.
  vite: { build: { chunkSizeWarningLimit: 2000 } },
  // The sidebars are one file instead of a part of each page.
  metaChunk: true,
  transformPageData: describe,
  buildEnd: writeForPrograms,
  markdown: {
    anchor: { slugify: slug },
    // Shiki has no grammar for it.
    languageAlias: { haproxy: 'nginx' },
    config: md => { md.use(codeLinks).use(linksOutside) }
  },
  themeConfig: {
    sidebar: sidebar(),
    nav: [
      { text: 'Tutorial', link: '/tutorial' },
      { text: 'Guides', link: '/getting-started', activeMatch: '^/(?!tutorial|codes|notices|reference|$)' },
      { text: 'Codes', link: '/notices-and-errors', activeMatch: '^/(codes/|notices)' },
      { text: 'API', link: '/reference/', activeMatch: '^/reference/' },
      { text: version, link: '/upgrades' }
    ],
    outline: [2, 3],
    search,
    docFooter: { prev: 'Previous', next: 'Next' },
    footer: { message: `Released under the ${license} license.` },
    ...repository === null
      ? {}
      : {
          socialLinks: [{ icon: 'github', link: repository }],
          editLink: { pattern: `${repository}/edit/main/docs/:path`, text: 'Edit this page' }
        }
  }
})

/** What search engines and messengers show of a page: its first sentence. */
function describe (page, { siteConfig: { srcDir } }) {
  const sentence = firstSentence(page.relativePath, srcDir)
  const content = sentence === '' ? description : sentence
  const title = page.title === '' ? 'fastify-hyper' : page.title
  return {
    description: content,
    frontmatter: {
      ...page.frontmatter,
      // TypeDoc has written it.
      ...page.relativePath.startsWith('reference/') ? { editLink: false } : {},
      // The overloads of a function, without the parts of each.
      ...page.relativePath.includes('/functions/') ? { outline: 2 } : {},
      head: [
        ['meta', { property: 'og:type', content: 'website' }],
        ['meta', { property: 'og:title', content: title }],
        ['meta', { property: 'og:description', content }]
      ]
    }
  }
}
