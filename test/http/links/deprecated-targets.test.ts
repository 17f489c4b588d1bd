import t from 'tap'
import { defineLinks, type HypermediaFormatter, LinkTarget } from '../../../lib/index.ts'
import { type JsonObject, members } from '../../support/documents.ts'
import { project } from '../../support/projection.ts'

const PAGE = 'https://docs.example.com/old'
const LINK = { href: '/old', deprecation: PAGE }

const links = defineLinks(links => {
  links.link('old', LinkTarget.route('Old'))
  links.link('titled', LinkTarget.route('Old')).title(() => 'Old')
  links.link('own', LinkTarget.route('Old')).deprecation('/mine')
  links.link('target', LinkTarget.route('Old').deprecation('/target'))
  links.link('silent', LinkTarget.route('Silent'))
  links.link('current', LinkTarget.route('Current'))
  links.linkMany('many', [LinkTarget.route('Old'), LinkTarget.route('Current')])
  links.affordance('do', LinkTarget.route('Old'))
  links.affordance('titled', LinkTarget.route('Old')).title(() => 'Do')
  links.affordance('other', LinkTarget.route('Current'))
})

const spoken: HypermediaFormatter = {
  mediaType: 'application/vnd.spoken+json', format: ({ actions }) => JSON.stringify({ actions })
}

t.test('links and actions show that their route is deprecated', async t => {
  const { get } = await project(t, { links }, { id: 1 }, {
    options: { formatters: [spoken] },
    routes: app => {
      app.get('/old', { config: { hyper: { name: 'Old', deprecation: { link: PAGE } } } }, () => 'old')
      app.get('/silent', { config: { hyper: { name: 'Silent', deprecation: true } } }, () => 'silent')
      app.get('/current', { config: { hyper: { name: 'Current' } } }, () => 'current')
    }
  })
  const { document } = await get()
  const { _links, _actions } = members(document) as Record<string, JsonObject>
  t.same(_links!['old'], LINK)
  t.same(_links!['titled'], { ...LINK, title: 'Old' })
  t.same(_links!['own'], { ...LINK, deprecation: '/mine' })
  t.same(_links!['target'], { ...LINK, deprecation: '/target' })
  t.same(_links!['silent'], { href: '/silent' }, 'where there is no page to link to, nothing is logged')
  t.same(_links!['current'], { href: '/current' })
  t.same(_links!['many'], [LINK, { href: '/current' }])
  t.same(_actions, {
    do: { href: '/old', method: 'GET', deprecation: PAGE },
    titled: { href: '/old', method: 'GET', title: 'Do', deprecation: PAGE },
    other: { href: '/current', method: 'GET' }
  })
  const { document: logged } = await get(spoken.mediaType)
  t.match(logged, { actions: [{ name: 'do', deprecation: PAGE }, {}, { name: 'other' }] })
})
