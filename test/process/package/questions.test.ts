import { existsSync } from 'node:fs'
import { dirname, normalize } from 'node:path/posix'
import t from 'tap'
import { headingIds, readPage, sectionAt } from '../../support/markdown.ts'
import { codeOfSite, navOfSite } from '../../support/site.ts'

// What readers ask, the section that tells it, and what they must find there.
const QUESTIONS: ReadonlyArray<readonly [question: string, place: string, terms: readonly RegExp[]]> = [
  ['How do I hide a link from some users?', 'authorization#links-to-guarded-routes', [/omitted|hidden/i, /polic/i]],
  ['How do I paginate with my own envelope?', 'pages#page-links-for-your-own-envelope', [/links\.page\(/, /links\.items\(/]],
  ['How do I use results of Prisma, Drizzle, Kysely?', 'databases#drizzle-kysely-and-prisma',
    [/Prisma/, /Drizzle/, /Kysely/, /Decimal/, /BigInt/, /include/]],
  ['How do I test an API with links?', 'testing#crawl', [/crawl\(/, /findings/]],
  ['How do I version the API?', 'routes-and-groups#api-versioning', [/prefix: '\/v1'/, /Accept-Version/, /deprecation/]],
  ['How do I run behind nginx or Traefik?', 'urls-and-proxies#behind-nginx-haproxy-or-traefik',
    [/proxy_set_header/, /Traefik/, /trustProxy/]],
  ['Where do plugins go, with autoload and encapsulation?', 'project-structure#the-plugin',
    [/encapsulates/, /fastify-plugin/, /app\.ts/]],
  ['How do I link to a download?', 'files#downloads', [/stream/, /content-disposition/i]],
  ['How do I use the API from React or Vue?', 'client#react', [/order\.can\(/, /TanStack Query/, /Vue/]],
  ['How do I connect Claude, Cursor or VS Code?', 'agents#connect-claude-vs-code-and-other-clients',
    [/claude mcp add/, /Cursor/, /VS Code/, /Inspector/]],
  ['What does a link cost per request?', 'performance', [/µs/, /no links/i, /requests\/s|requests per second/]],
  ['How do I use JWT?', 'authorization-recipes', [/@fastify\/jwt/, /jwtVerify/]],
  ['How do I use Zod or TypeBox?', 'typescript#type-providers', [/Zod 4/, /TypeBox/]],
  ['Do hidden fields stay hidden?', 'serialization', [/hidden/, /response schema/i]],
  ['Why does axios get the wrong format?', 'clients#clients-that-request-json', [/axios/, /negotiateFormat: false/]],
  ['Which format do I send?', 'which-format', [/your own/, /generic/, /HAL-FORMS/]],
  ['Which names do relations have?', 'concepts#relation', [/registered name/, /CURIE/, /domain/]],
  ['How do I offer an action on a list?', 'pages#links-and-actions-of-a-list', [/affordance\('create'/, /"_actions"/]],
  ['How do I send all errors as problems?', 'problems#all-errors-as-problems',
    [/setErrorHandler/, /setNotFoundHandler/, /application\/problem\+json/]],
  ['How do I avoid N+1 queries?', 'databases#avoid-n1-queries', [/\{ many \}/, /one\s+query/]],
  ['Which CORS headers does a client need?', 'client#origins', [/CORS/, /if-match/, /ETag/, /Location/]],
  ['Why is my link missing?', 'notices-and-errors#something-is-missing', [/one link is missing/, /HYPER001/]],
  ['How do I migrate from halson or JSON:API?', 'migrating#from-halson', [/halson/, /addLink/]],
  ['What do I check before production: logs, metrics?', 'production#metrics', [/hyper\.links\.unresolved/]],
  ['Which options has the plugin?', 'options#options-of-the-plugin', [/`links`/, /`mode`/, /`baseUrl`/]]
]

const MOST_CLICKS = 2
const clicks = await clicksFromHome()

t.test('readers have 25 questions', async t => { t.equal(QUESTIONS.length, 25) })

for (const [question, place, terms] of QUESTIONS) {
  t.test(question, async t => {
    const [name, heading = null] = place.split('#') as [string, string?]
    const page = readPage(`docs/${name}.md`)
    t.ok((clicks.get(name) ?? Infinity) <= MOST_CLICKS, `${name}: ${clicks.get(name)} clicks from the home page`)
    if (heading !== null) t.ok(headingIds(page.text).includes(heading), `${name} has no heading ${heading}`)
    const text = heading === null ? page.text : sectionAt(page.text, heading)
    for (const term of terms) t.match(text, term)
  })
}

/** The number of clicks from the home page to each page: by its links, by the navigation, and by the sidebar. */
async function clicksFromHome (): Promise<ReadonlyMap<string, number>> {
  const { listed } = await codeOfSite()
  const nav = await navOfSite()
  const clicks = new Map([['index', 0]])
  for (const [name, count] of clicks) {
    // The home page has no sidebar.
    const targets = [...linksOf(name), ...nav, ...name === 'index' ? [] : listed]
    for (const target of targets) if (!clicks.has(target)) clicks.set(target, count + 1)
  }
  return clicks
}

/** The pages that a page links to. */
function linksOf (name: string): string[] {
  const { text } = readPage(`docs/${name}.md`)
  const inText = [...text.matchAll(/\]\(([\w/-]+)\.md(?:#[\w-]+)?\)/g)].map(([, target]) => target!)
  const inHome = [...text.matchAll(/^ +link: \/(\S+)$/gm)].map(([, target]) => target!)
  return [...inText.map(target => normalize(`${dirname(name)}/${target}`)), ...inHome]
    .filter(target => existsSync(`docs/${target}.md`))
}
