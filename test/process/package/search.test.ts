import t from 'tap'
import { searchOfSite } from '../../support/site.ts'

// Words as readers type them, and the page that must come first.
const PAGES: Readonly<Record<string, string>> = {
  pagination: 'pages',
  'N+1': 'databases',
  React: 'client',
  'TanStack Query': 'client',
  nginx: 'urls-and-proxies',
  Traefik: 'urls-and-proxies',
  versioning: 'routes-and-groups',
  permissions: 'authorization',
  policy: 'authorization',
  'file upload': 'files',
  stream: 'files',
  Claude: 'agents',
  'VS Code': 'agents',
  Prisma: 'databases',
  Drizzle: 'databases',
  HATEOAS: 'worth-it',
  IANA: 'concepts',
  i18n: 'actions-and-forms',
  webhook: 'files',
  GraphQL: 'comparison',
  Django: 'comparison',
  glossary: 'concepts',
  'hidden fields': 'serialization'
}

const search = await searchOfSite()

for (const [words, page] of Object.entries(PAGES)) {
  t.test(`a search for ${words}`, async t => {
    const [first = 'nothing'] = search(words)
    t.equal(first.replace(/\.html.*/, ''), `/${page}`)
  })
}

t.test('pages about the package itself are not found', async t => {
  t.same(search('architecture trust').filter(path => /^\/(?:architecture|trust)\./.test(path)), [])
})

t.test('a code leads to its page', async t => {
  const [first] = search('FST_ERR_HYPER_UNKNOWN_POLICY')
  t.match(first, /^\/codes\/FST_ERR_HYPER_UNKNOWN_POLICY\.html/)
})
