// A library, written from the README: members borrow books. Each fact is declared once.
import swagger from '@fastify/swagger'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import hyper, { defineLinks, LinkTarget, problem, resourceOf, type SchemaTransform } from '../../../lib/index.ts'
import { change, find, pageOf, tag } from './store.ts'
import type { Book, Loan, Member } from './typebox.ts'

export const LONGEST = 30

type Schemas = Readonly<Record<
  'Book' | 'Member' | 'Loan' | 'BookPage' | 'MemberPage' | 'LoanPage' | 'ById' | 'Search' | 'LoanSearch' |
  'Borrowing' | 'Renewal' | 'Return' | 'Suspension' | 'Problem',
  object
>>

// What the validators of both schema libraries make of requests; test/unit/types has the types that they infer.
interface ById { Params: { id: number } }
interface Page { page: number, pageSize: number }
interface Search { Querystring: Page & { q: string } }
interface LoanSearch { Querystring: Page & { status?: Loan['status'] } }
interface Borrowing extends ById { Body: { memberId: number, days: number } }
interface Renewal extends ById { Body: { days: number } }

const homeLinks = defineLinks<object>(links => {
  links.self(LinkTarget.route('Home'))
  links.link('books', LinkTarget.route('ListBooks'))
  links.link('members', LinkTarget.route('ListMembers'))
  links.link('loans', LinkTarget.route('ListLoans'))
})

const linksOf = (schemas: Schemas) => [
  defineLinks(schemas.BookPage, links => { links.link('search', LinkTarget.routeTemplate('ListBooks')) }),
  defineLinks<Book>(schemas.Book, links => {
    links.self(LinkTarget.route('GetBook', book => ({ id: book.id })))
    links.affordance('borrow', LinkTarget.route('BorrowBook', book => ({ id: book.id })))
      .when(book => book.copies > 0)
      .fields({ memberId: { options: { route: 'ListMembers', promptField: 'name', valueField: 'id' } } })
  }),
  defineLinks<Member>(schemas.Member, links => {
    links.self(LinkTarget.route('GetMember', member => ({ id: member.id })))
    links.affordance('suspend', LinkTarget.route('SuspendMember', member => ({ id: member.id })))
      .when(member => !member.suspended)
  }),
  defineLinks<Loan>(schemas.Loan, links => {
    links.self(LinkTarget.route('GetLoan', loan => ({ id: loan.id })))
    links.link('book', LinkTarget.route('GetBook', loan => ({ id: loan.bookId })))
    links.link('member', LinkTarget.route('GetMember', loan => ({ id: loan.memberId })))
    links.affordance('renew', LinkTarget.route('RenewLoan', loan => ({ id: loan.id })))
      .when(loan => loan.status === 'Active' && loan.days < LONGEST)
      .prefill(loan => ({ days: loan.days }))
    links.affordance('return', LinkTarget.route('ReturnLoan', loan => ({ id: loan.id })))
      .when(loan => loan.status === 'Active')
  })
]

/** Builds the API with the schemas of a library. */
export async function buildLibrary (
  schemas: Schemas, transform: SchemaTransform, prepare: (app: FastifyInstance) => void = () => {}
): Promise<FastifyInstance> {
  const app = Fastify()
  prepare(app)
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: 'Library', version: '1' } }, transform: transform as never
  })
  await app.register(hyper, {
    mode: 'strict',
    links: linksOf(schemas),
    hrefs: 'path',
    validationProblems: true,
    policies: {
      librarian: request => request.headers['x-role'] === 'librarian',
      borrower: (request, loan: Loan) => request.headers['x-member'] === String(loan.memberId)
    }
  })
  app.get('/', { config: { hyper: { name: 'Home', links: homeLinks } } }, () => ({}))
  declareRoutes(app, schemas)
  return app
}

function declareRoutes (app: FastifyInstance, schemas: Schemas): void {
  const books: Book[] = [
    { id: 1, title: 'Middlemarch', copies: 1, version: 1 }, { id: 2, title: 'Emma', copies: 0, version: 1 }
  ]
  const members: Member[] = [{ id: 1, name: 'Ada', suspended: false, version: 1 }]
  const loans: Loan[] = [{ id: 1, bookId: 2, memberId: 1, status: 'Active', days: 14, version: 1 }]
  const loadBook = (request: FastifyRequest<ById>) => find(books, request.params.id)
  const loadMember = (request: FastifyRequest<ById>) => find(members, request.params.id)
  const loadLoan = (request: FastifyRequest<ById>) => find(loans, request.params.id)
  const params = schemas.ById
  const missing = { 404: schemas.Problem }

  app.get<Search>('/books', {
    schema: { querystring: schemas.Search, response: { 200: schemas.BookPage } },
    config: { hyper: { name: 'ListBooks', links: true } }
  }, ({ query }) => pageOf(books.filter(book => book.title.includes(query.q)), query))
  app.get<ById>('/books/:id', {
    schema: { params, response: { 200: schemas.Book, ...missing } },
    config: { hyper: { name: 'GetBook', links: true, etag: tag } }
  }, request => loadBook(request) ?? problem({ status: 404 }))
  app.post<Borrowing>('/books/:id/borrow', {
    schema: { params, body: schemas.Borrowing, response: { 201: schemas.Loan, 409: schemas.Problem } },
    config: {
      hyper: { name: 'BorrowBook', links: true, formInput: true, policy: 'librarian', resource: loadBook }
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

  app.get<Search>('/members', {
    schema: { querystring: schemas.Search, response: { 200: schemas.MemberPage } },
    config: { hyper: { name: 'ListMembers', links: true } }
  }, ({ query }) => pageOf(members.filter(member => member.name.includes(query.q)), query))
  app.get<ById>('/members/:id', {
    schema: { params, response: { 200: schemas.Member, ...missing } },
    config: { hyper: { name: 'GetMember', links: true, etag: tag } }
  }, request => loadMember(request) ?? problem({ status: 404 }))
  app.post<ById>('/members/:id/suspend', {
    schema: { params, body: schemas.Suspension, response: { 200: schemas.Member } },
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

  app.get<LoanSearch>('/loans', {
    schema: { querystring: schemas.LoanSearch, response: { 200: schemas.LoanPage } },
    config: { hyper: { name: 'ListLoans', links: true } }
  }, ({ query }) => pageOf(loans.filter(loan => loan.status === (query.status ?? loan.status)), query))
  app.get<ById>('/loans/:id', {
    schema: { params, response: { 200: schemas.Loan, ...missing } },
    config: { hyper: { name: 'GetLoan', links: true, etag: tag } }
  }, request => loadLoan(request) ?? problem({ status: 404 }))
  const changesLoan = { links: true as const, resource: loadLoan, preconditions: { tag } }
  app.post<Renewal>('/loans/:id/renew', {
    schema: { params, body: schemas.Renewal, response: { 200: schemas.Loan } },
    config: { hyper: { name: 'RenewLoan', formInput: true, policy: 'borrower', ...changesLoan } }
  }, request => change(resourceOf<typeof loadLoan>(request), request.body))
  app.post<ById>('/loans/:id/return', {
    schema: { params, body: schemas.Return, response: { 200: schemas.Loan } },
    config: { hyper: { name: 'ReturnLoan', policy: 'librarian', ...changesLoan } }
  }, request => change(resourceOf<typeof loadLoan>(request), { status: 'Returned' }))
}
