import { defineLinks, LinkTarget } from 'fastify-hyper'
import { Routes } from './routes.mjs'

export const bookLinks = defineLinks(links => {
  const byId = book => ({ id: book.id })

  links.self(Routes.GetBook(byId))
  links.link('collection', LinkTarget.routeTemplate('ListBooks'))
  links.link('sales', LinkTarget.routeTemplate('GetSales', byId))
  links.affordance('delete', Routes.DeleteBook(byId))
}, { name: 'Book' })

export const shelfLinks = defineLinks(links => {
  links.self(Routes.GetShelf(shelf => ({ userId: shelf.userId })))
}, { name: 'Shelf' })

export const ratingLinks = defineLinks(links => {
  links.self(Routes.GetRating(rating => ({ authorId: rating.authorId })))
}, { name: 'Rating' })

export const 作者Links = defineLinks(links => {
  links.self(Routes.Get作者(作者 => ({ id: 作者.id })))
}, { name: '作者' })

export const loanLinks = defineLinks(links => {
  links.link('collection', LinkTarget.routeTemplate('ListLoans'))
}, { name: 'Loan' })

export const bookListLinks = defineLinks(links => {
  links.self((_, { request }) => Routes.ListBooks({}, { query: request.query }))
  links.link('search', LinkTarget.routeTemplate('ListBooks'))
  links.items('books', bookLinks)
}, { name: 'BookList' })

export const rootLinks = defineLinks(links => {
  links.self(Routes.Root())
  links.link('books', LinkTarget.routeTemplate('ListBooks'))
  links.link('loans', LinkTarget.routeTemplate('ListLoans'))
  links.link('stats', LinkTarget.routeTemplate('GetStats'))
}, { name: 'Root' })
