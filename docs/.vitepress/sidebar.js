import { existsSync, readdirSync } from 'node:fs'

const DOCS = new URL('../', import.meta.url)

// By task. An entry whose page does not exist is omitted.
const GROUPS = {
  Start: {
    tutorial: 'Tutorial: a service in 20 minutes',
    'getting-started': 'Getting started',
    'first-pull-request': 'Your first pull request',
    'second-pull-request': 'Your second pull request: guards',
    'existing-apps': 'Into an existing API',
    applications: 'Applications',
    'worth-it': 'Is hypermedia worth it here?'
  },
  'Links and actions': {
    links: 'Links',
    'actions-and-forms': 'Actions and forms',
    'embedded-resources': 'Embedded resources',
    pages: 'Pages',
    'routes-and-groups': 'Routes and groups',
    'route-catalog': 'Route catalog',
    databases: 'Databases'
  },
  'Who may do what': {
    authorization: 'Authorization',
    'authorization-recipes': 'Authorization recipes',
    preconditions: 'Preconditions',
    problems: 'Problems'
  },
  Responses: {
    'formats-and-negotiation': 'Formats and negotiation',
    'custom-formats': 'Custom formats',
    'entity-tags-and-caching': 'Entity tags and caching',
    serialization: 'Response schemas and serializers',
    deprecation: 'Deprecation',
    'options-method': 'The OPTIONS method',
    'urls-and-proxies': 'URLs and proxies'
  },
  'With other tools': {
    openapi: 'OpenAPI',
    typescript: 'TypeScript, TypeBox and Zod',
    nestjs: 'NestJS',
    html: 'Pages for people',
    explorer: 'The explorer',
    agents: 'Tools for agents',
    client: 'The client',
    clients: 'Other clients',
    'beside-other-plugins': 'Beside other plugins'
  },
  'Test and operate': {
    testing: 'Testing',
    options: 'Options',
    exports: 'Exports',
    cli: 'The command line',
    'notices-and-errors': 'Notices and errors',
    performance: 'Performance',
    trust: 'Trust',
    compatibility: 'Compatibility',
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
    '/reference/': reference(),
    '/': groups
  }
}

function itemsOf (pages) {
  return Object.entries(pages)
    .filter(([name]) => existsSync(new URL(`${name}.md`, DOCS)))
    .map(([name, text]) => ({ text, link: `/${name}` }))
}

function codes () {
  const itemsOf = prefix => pagesIn('codes')
    .filter(code => code.startsWith(prefix))
    .map(code => ({ text: code.replace('FST_ERR_HYPER_', ''), link: `/codes/${code}` }))
  return [{ text: 'Notices', items: itemsOf('HYPER') }, { text: 'Errors, FST_ERR_HYPER_…', items: itemsOf('FST_') }]
}

function pagesIn (folder) {
  const directory = new URL(`${folder}/`, DOCS)
  if (!existsSync(directory)) return []
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.md'))
    .map(name => name.slice(0, -3))
    .sort()
}

/** The pages that TypeDoc has written: one for each entry point. */
function reference () {
  const items = pagesIn('reference').filter(name => name !== 'index')
    .map(name => ({ text: name, link: `/reference/${name}` }))
  return [{ text: 'API reference', items: [{ text: 'Entry points', link: '/reference/' }, ...items] }]
}
