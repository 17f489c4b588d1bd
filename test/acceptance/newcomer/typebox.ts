// A library, written from the README, with TypeBox: members borrow books. Each fact is declared once.
import swagger from '@fastify/swagger'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { type FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import hyper, { defineLinks, hyperTransform, LinkTarget, problem, resourceOf } from '../../../lib/index.ts'
import { pageQuery, pageSchema, problemSchema } from '../../../lib/typebox.ts'
import { change, find, pageOf, tag } from './store.ts'

const LONGEST = 30
const Days = Type.Integer({ minimum: 1, maximum: LONGEST })
const Status = Type.Enum(['Active', 'Returned'])

const Book = Type.Object({ id: Type.Integer(), title: Type.String(), copies: Type.Integer(), version: Type.Integer() })
const Member = Type.Object({
  id: Type.Integer(), name: Type.String(), suspended: Type.Boolean(), version: Type.Integer()
})
const Loan = Type.Object({
  id: Type.Integer(),
  bookId: Type.Integer(),
  memberId: Type.Integer(),
  status: Status,
  days: Days,
  version: Type.Integer()
})
const BookPage = pageSchema(Book)

type Book = Static<typeof Book>
type Member = Static<typeof Member>
type Loan = Static<typeof Loan>

const ById = Type.Object({ id: Type.Integer() })
type ById = FastifyRequest<{ Params: Static<typeof ById> }>

const Borrowing = Type.Object({ memberId: Type.Integer({ title: 'Member' }), days: Days })
const Renewal = Type.Object({ days: Days })
const Return = Type.Object({
  condition: Type.Enum(['Good', 'Damaged']), note: Type.Optional(Type.String({ maxLength: 200 }))
})
const Suspension = Type.Object({ reason: Type.String({ minLength: 3 }) })
const Search = Type.Object({ q: Type.String({ default: '' }) })

const homeLinks = defineLinks<object>(links => {
  links.self(LinkTarget.route('Home'))
  links.link('books', LinkTarget.route('ListBooks'))
  links.link('members', LinkTarget.route('ListMembers'))
  links.link('loans', LinkTarget.route('ListLoans'))
})
const bookPageLinks = defineLinks(BookPage, links => {
  links.link('search', LinkTarget.routeTemplate('ListBooks'))
})
const bookLinks = defineLinks(Book, links => {
  links.self(LinkTarget.route('GetBook', book => ({ id: book.id })))
  links.affordance('borrow', LinkTarget.route('BorrowBook', book => ({ id: book.id })))
    .when(book => book.copies > 0)
    .fields({ memberId: { options: { route: 'ListMembers', promptField: 'name', valueField: 'id' } } })
})
const memberLinks = defineLinks(Member, links => {
  links.self(LinkTarget.route('GetMember', member => ({ id: member.id })))
  links.affordance('suspend', LinkTarget.route('SuspendMember', member => ({ id: member.id })))
    .when(member => !member.suspended)
})
const loanLinks = defineLinks(Loan, links => {
  links.self(LinkTarget.route('GetLoan', loan => ({ id: loan.id })))
  links.link('book', LinkTarget.route('GetBook', loan => ({ id: loan.bookId })))
  links.link('member', LinkTarget.route('GetMember', loan => ({ id: loan.memberId })))
  links.affordance('renew', LinkTarget.route('RenewLoan', loan => ({ id: loan.id })))
    .when(loan => loan.status === 'Active' && loan.days < LONGEST)
    .prefill(loan => ({ days: loan.days }))
  links.affordance('return', LinkTarget.route('ReturnLoan', loan => ({ id: loan.id })))
    .when(loan => loan.status === 'Active')
})

export async function buildApp () {
  const books: Book[] = [
    { id: 1, title: 'Middlemarch', copies: 1, version: 1 }, { id: 2, title: 'Emma', copies: 0, version: 1 }
  ]
  const members: Member[] = [{ id: 1, name: 'Ada', suspended: false, version: 1 }]
  const loans: Loan[] = [{ id: 1, bookId: 2, memberId: 1, status: 'Active', days: 14, version: 1 }]

  const app = Fastify().withTypeProvider<TypeBoxTypeProvider>()
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: 'Library', version: '1' } }, transform: hyperTransform
  })
  await app.register(hyper, {
    mode: 'strict',
    links: [bookPageLinks, bookLinks, memberLinks, loanLinks],
    hrefs: 'path',
    validationProblems: true,
    policies: {
      librarian: request => request.headers['x-role'] === 'librarian',
      borrower: (request, loan: Loan) => request.headers['x-member'] === String(loan.memberId)
    }
  })

  app.get('/', { config: { hyper: { name: 'Home', links: homeLinks } } }, () => ({}))

  app.get('/books', {
    schema: { querystring: pageQuery(Search), response: { 200: BookPage } },
    config: { hyper: { name: 'ListBooks', links: true } }
  }, ({ query }) => pageOf(books.filter(book => book.title.includes(query.q)), query))

  app.get('/books/:id', {
    schema: { params: ById, response: { 200: Book, 404: problemSchema } },
    config: { hyper: { name: 'GetBook', links: true, etag: tag } }
  }, ({ params }) => find(books, params.id) ?? problem({ status: 404 }))

  app.post('/books/:id/borrow', {
    schema: { params: ById, body: Borrowing, response: { 201: Loan, 409: problemSchema } },
    config: {
      hyper: {
        name: 'BorrowBook',
        links: true,
        policy: 'librarian',
        resource: (request: ById) => find(books, request.params.id)
      }
    }
  }, (request, reply) => {
    const book = resourceOf<Book>(request)
    const { memberId, days } = request.body
    if (find(members, memberId)?.suspended !== false) {
      return problem({ status: 409, detail: 'This member cannot borrow books.' })
    }
    change(book, { copies: book.copies - 1 })
    const loan: Loan = { id: loans.length + 1, bookId: book.id, memberId, status: 'Active', days, version: 1 }
    loans.push(loan)
    reply.code(201).header('location', app.hyper.href(LinkTarget.route('GetLoan', { id: loan.id }), request))
    return loan
  })

  app.get('/members', {
    schema: { querystring: pageQuery(Search), response: { 200: pageSchema(Member) } },
    config: { hyper: { name: 'ListMembers', links: true } }
  }, ({ query }) => pageOf(members.filter(member => member.name.includes(query.q)), query))

  app.get('/members/:id', {
    schema: { params: ById, response: { 200: Member, 404: problemSchema } },
    config: { hyper: { name: 'GetMember', links: true, etag: tag } }
  }, ({ params }) => find(members, params.id) ?? problem({ status: 404 }))

  const loadMember = (request: ById) => find(members, request.params.id)
  app.post('/members/:id/suspend', {
    schema: { params: ById, body: Suspension, response: { 200: Member } },
    config: {
      hyper: {
        name: 'SuspendMember',
        links: true,
        policy: 'librarian',
        resource: loadMember,
        preconditions: { requireIfMatch: true, tag }
      }
    }
  }, request => change(resourceOf<typeof loadMember>(request), { suspended: true }))

  app.get('/loans', {
    schema: {
      querystring: pageQuery(Type.Object({ status: Type.Optional(Status) })), response: { 200: pageSchema(Loan) }
    },
    config: { hyper: { name: 'ListLoans', links: true } }
  }, ({ query }) => pageOf(loans.filter(loan => loan.status === (query.status ?? loan.status)), query))

  app.get('/loans/:id', {
    schema: { params: ById, response: { 200: Loan, 404: problemSchema } },
    config: { hyper: { name: 'GetLoan', links: true, etag: tag } }
  }, ({ params }) => find(loans, params.id) ?? problem({ status: 404 }))

  const loadLoan = (request: ById) => find(loans, request.params.id)
  app.post('/loans/:id/renew', {
    schema: { params: ById, body: Renewal, response: { 200: Loan } },
    config: {
      hyper: { name: 'RenewLoan', links: true, policy: 'borrower', resource: loadLoan, preconditions: { tag } }
    }
  }, request => change(resourceOf<typeof loadLoan>(request), request.body))

  app.post('/loans/:id/return', {
    schema: { params: ById, body: Return, response: { 200: Loan } },
    config: {
      hyper: { name: 'ReturnLoan', links: true, policy: 'librarian', resource: loadLoan, preconditions: { tag } }
    }
  }, request => change(resourceOf<typeof loadLoan>(request), { status: 'Returned' }))

  return app
}
