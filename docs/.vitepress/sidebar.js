import { existsSync, readdirSync, readFileSync } from 'node:fs'

const DOCS = new URL('../', import.meta.url)

// By what readers do. An entry whose page does not exist is omitted.
const GROUPS = {
  Start: {
    'getting-started': 'Getting started',
    tutorial: 'Tutorial, in 20 minutes',
    concepts: 'Concepts',
    'existing-apps': 'Add it to an existing API',
    adopt: 'Adopt an API',
    'first-pull-request': 'Your first pull request',
    'second-pull-request': 'Your second pull request',
    migrating: 'Migrating to declared links',
    'worth-it': 'When to use it',
    comparison: 'Comparison with other tools',
    applications: 'Applications that use it'
  },
  Guides: {
    links: 'Links',
    'actions-and-forms': 'Actions and forms',
    'embedded-resources': 'Embedded resources',
    pages: 'Pagination',
    authorization: 'Permissions',
    'authorization-recipes': 'Authorization recipes',
    preconditions: 'Preconditions',
    'entity-tags-and-caching': 'Entity tags and caching',
    problems: 'Problems',
    'which-format': 'Which format',
    databases: 'Databases',
    deprecation: 'Deprecation',
    files: 'Files and streams',
    'urls-and-proxies': 'URLs and proxies',
    'project-structure': 'Project structure',
    production: 'Production checklist',
    services: 'Links between services',
    testing: 'Testing',
    diff: 'What breaks clients',
    typescript: 'TypeScript, TypeBox and Zod',
    nestjs: 'NestJS',
    'beside-other-plugins': 'With other plugins'
  },
  Consumers: {
    client: 'The client',
    html: 'Browsable HTML',
    agents: 'AI agents (MCP)',
    explorer: 'The explorer',
    clients: 'Other clients',
    openapi: 'OpenAPI'
  },
  Reference: {
    options: 'Options',
    'routes-and-groups': 'Routes and groups',
    'route-catalog': 'Route catalog',
    'formats-and-negotiation': 'Formats and negotiation',
    'custom-formats': 'Custom formats',
    serialization: 'Response schemas and serializers',
    'options-method': 'The OPTIONS method',
    cli: 'The command line',
    'notices-and-errors': 'Notices and errors',
    exports: 'Exports',
    setup: 'Setup of the examples'
  },
  Project: {
    performance: 'Performance',
    compatibility: 'Compatibility',
    trust: 'Trust',
    upgrades: 'Upgrade rules',
    architecture: 'Architecture'
  }
}

/** The names of the pages that the sidebar has a place for. */
export const listed = Object.values(GROUPS).flatMap(pages => Object.keys(pages))

/** The sidebar of VitePress. */
export function sidebar () {
  const groups = Object.entries(GROUPS).map(([text, pages]) => ({ text, items: itemsOf(pages) }))
  return {
    '/codes/': [{ items: [{ text: 'All notices and errors', link: '/notices-and-errors' }] }, ...codes()],
    ...reference(),
    '/': groups
  }
}

function itemsOf (pages) {
  return Object.entries(pages)
    .filter(([name]) => existsSync(new URL(`${name}.md`, DOCS)))
    .map(([name, text]) => ({ text, link: `/${name}` }))
}

function codes () {
  const itemsOf = (prefix, textOf) => pagesIn('codes')
    .filter(code => code.startsWith(prefix))
    .map(code => ({ text: textOf(code), link: `/codes/${code}` }))
  return [
    { text: 'Notices', items: itemsOf('HYPER', noticeText) }, { text: 'Errors', items: itemsOf('FST_', errorText) }
  ]
}

/** The code of a notice, and the first sentence of its page: `HYPER001: a target names no route`. */
function noticeText (code) {
  const page = readFileSync(new URL(`codes/${code}.md`, DOCS), 'utf8')
  const [, meaning] = /^Notice: (.+?)\.(?:\s|$)/m.exec(page)
  return `${code}: ${meaning}`
}

/** The words of the code of an error: `Unknown route`. */
function errorText (code) {
  const words = code.replace('FST_ERR_HYPER_', '').replaceAll('_', ' ').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function pagesIn (folder) {
  const directory = new URL(`${folder}/`, DOCS)
  if (!existsSync(directory)) return []
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.md'))
    .map(name => name.slice(0, -3))
    .sort()
}

/**
 * The pages that TypeDoc has written, by the path of an entry point: its exports by name, and the other entry points. A
 * sidebar of all exports in each of 250 pages would be most of the site.
 */
function reference () {
  const pages = pagesIn('reference')
  const entryPoints = pages.filter(name => name.endsWith('/index')).map(name => name.slice(0, -'/index'.length)).sort()
  const others = entryPoints.map(entry => ({ text: entry, link: `/reference/${entry}/` }))
  const sidebars = entryPoints.map(entry => {
    const own = pages.filter(page => entryPointOf(page, entryPoints) === entry && !page.endsWith('/index'))
    const groups = Object.entries(KINDS).map(([text, kinds]) => ({
      text, items: own.filter(page => kinds.includes(page.split('/').at(-2))).map(exportOf).sort(byText)
    }))
    return [`/reference/${entry}/`, [
      { text: 'Entry points', items: others }, ...groups.filter(({ items }) => items.length > 0)
    ]]
  })
  return { ...Object.fromEntries(sidebars), '/reference/': [{ text: 'Entry points', items: others }] }
}

// What is called, and what is named: by the folders of TypeDoc.
const KINDS = {
  'Functions and classes': ['functions', 'variables', 'classes'],
  Types: ['interfaces', 'type-aliases']
}

const exportOf = page => ({ text: page.split('/').at(-1), link: `/reference/${page}` })
const byText = (one, other) => one.text.localeCompare(other.text)

/** The entry point of a page: `fastify-hyper/client` for `fastify-hyper/client/functions/createClient`. */
function entryPointOf (page, entryPoints) {
  return entryPoints.filter(entry => page.startsWith(`${entry}/`)).sort((one, other) => other.length - one.length)[0]
}
