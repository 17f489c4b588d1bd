import { defineLinks, LinkTarget } from 'fastify-hyper'
import { Routes } from './routes.mjs'

export const authorLinks = defineLinks(links => {
  links.self(Routes.GetAuthor(author => ({ id: author.id })))
}, { name: 'Author' })

export const bookLinks = defineLinks(links => {
  const bySlug = book => ({ slug: book.slug })

  links.self(Routes.GetBook(bySlug))
  links.link('collection', Routes.ListBooks())
  links.link('author', Routes.GetAuthor(book => ({ id: book.author_id })))
  links.link('editor', Routes.GetAuthor(book => ({ id: book.editor.id })))
  links.affordance('replace', Routes.ReplaceBook(bySlug))
  links.affordance('delete', Routes.DeleteBook(bySlug))
  links.affordance('loan', Routes.LoanBook(bySlug))
}, { name: 'Book' })

export const bookListLinks = defineLinks(links => {
  links.link('search', LinkTarget.routeTemplate('ListBooks'))
  links.items('data', bookLinks)
  links.page({ next: 'next_cursor', query: { next: 'cursor' } })
}, { name: 'BookList' })

export const rootLinks = defineLinks(links => {
  links.self(Routes.Root())
  links.link('books', Routes.ListBooks())
}, { name: 'Root' })
