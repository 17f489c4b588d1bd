import hyper from 'fastify-hyper'
import fp from 'fastify-plugin'
import { bookLinks, bookListLinks, loanLinks, ratingLinks, rootLinks, shelfLinks, 作者Links } from './links.mjs'
import { Routes } from './routes.mjs'

const links = {
  Root: rootLinks,
  GetBook: bookLinks,
  GetShelf: shelfLinks,
  GetRating: ratingLinks,
  Get作者: 作者Links,
  ListLoans: loanLinks,
  ListBooks: bookListLinks
}

async function hypermedia (app) {
  app.addHook('onRoute', addLinks)
  await app.register(hyper, { defaultFormat: 'none', hrefs: 'path' })

  app.get(Routes.Root.url, () => ({}))
}

function addLinks (route) {
  const methods = [route.method].flat().map(method => method === 'HEAD' ? 'GET' : method)
  const found = Object.values(Routes).find(({ method, url }) => url === route.url && methods.includes(method))
  if (found === undefined) return
  route.config = { ...route.config, hyper: { name: found.name, links: links[found.name] ?? false } }
}

export default fp(hypermedia, { name: 'hypermedia' })
