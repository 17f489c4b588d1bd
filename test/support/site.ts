import { pathToFileURL } from 'node:url'

// The site is JavaScript that no compiler of the package reads.

/** The sidebar of the site. */
export async function codeOfSite (): Promise<{ readonly listed: readonly string[] }> {
  return await importFile('docs/.vitepress/sidebar.js') as { listed: readonly string[] }
}

/** The pages that the navigation at the top of the site leads to. */
export async function navOfSite (): Promise<string[]> {
  const { default: { themeConfig: { nav } } } = await siteConfig()
  return nav.map(({ link }) => link.slice(1)).filter(link => !link.endsWith('/'))
}

/** The contents of the site for programs: `llms.txt`. */
export async function llmsOfSite (): Promise<string> {
  const { contents } = await importFile('docs/.vitepress/for-programs.js') as {
    contents (site: object, folder: string): string
  }
  const { sidebar } = await importFile('docs/.vitepress/sidebar.js') as { sidebar (): object }
  const themeConfig = { sidebar: sidebar() }
  return contents({ base: '/', title: 'fastify-hyper', description: 'Links', themeConfig }, 'docs')
}

/** The search of the site: the paths of the sections that it finds, best first. */
export type Search = (words: string) => string[]

/** Builds the index of the search as VitePress does, and searches it as its theme does. */
export async function searchOfSite (): Promise<Search> {
  const { default: config } = await siteConfig()
  const { default: MiniSearch } = await importFile('docs/node_modules/minisearch/dist/es/index.js') as MiniSearchModule
  const fields = ['title', 'titles', 'text']
  const searchOptions = {
    // The defaults of the theme.
    fuzzy: 0.2,
    prefix: true,
    boost: { title: 4, text: 2, titles: 1 },
    ...config.themeConfig.search.options.miniSearch.searchOptions
  }
  const index = MiniSearch.loadJSON(await indexOfSite(), { fields, searchOptions })
  return words => index.search(words).map(({ id }) => id)
}

/** The configuration of the site, which needs the packages of docs/. */
async function siteConfig (): Promise<Site> {
  const { install } = await importFile('scripts/install.js') as { install (folder: string): void }
  install('docs')
  return await importFile('docs/.vitepress/config.js') as Site
}

interface Site {
  readonly default: {
    readonly themeConfig: {
      readonly nav: ReadonlyArray<{ readonly link: string }>
      readonly search: { readonly options: { readonly miniSearch: { readonly searchOptions: object } } }
    }
  }
}

interface MiniSearchModule {
  readonly default: {
    loadJSON (json: string, options: object): { search (words: string): Array<{ readonly id: string }> }
  }
}

interface VitePress {
  createServer (root: string, options: object): Promise<{
    ssrLoadModule (id: string): Promise<unknown>
    close (): Promise<void>
  }>
}

async function indexOfSite (): Promise<string> {
  const { createServer } = await importFile('docs/node_modules/vitepress/dist/node/index.js') as VitePress
  const server = await createServer('docs', { logLevel: 'error' })
  try {
    const module = await server.ssrLoadModule('/@localSearchIndexroot') as { default: string }
    return module.default
  } finally {
    await server.close()
  }
}

const importFile = (file: string): Promise<unknown> => import(pathToFileURL(file).href)
