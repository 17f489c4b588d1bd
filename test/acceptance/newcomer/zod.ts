// A library, written from the README, with Zod: members borrow books. Each fact is declared once.
import swagger from '@fastify/swagger'
import Fastify, { type FastifyRequest } from 'fastify'
import {
  jsonSchemaTransform, serializerCompiler, validatorCompiler, type ZodTypeProvider
} from 'fastify-type-provider-zod'
import { z } from 'zod'
import hyper, { createHyperTransform, defineLinks, LinkTarget, problem, resourceOf } from '../../../lib/index.ts'
import { pageQuery, pageSchema, problemSchema } from '../../../lib/zod.ts'
import { change, find, pageOf, tag } from './store.ts'

const LONGEST = 30
const Days = z.int().min(1).max(LONGEST)
const Status = z.enum(['Active', 'Returned'])

const Book = z.object({ id: z.int(), title: z.string(), copies: z.int(), version: z.int() })
const Member = z.object({ id: z.int(), name: z.string(), suspended: z.boolean(), version: z.int() })
const Loan = z.object({
  id: z.int(), bookId: z.int(), memberId: z.int(), status: Status, days: Days, version: z.int()
})
const BookPage = pageSchema(Book)

type Book = z.infer<typeof Book>
type Member = z.infer<typeof Member>
type Loan = z.infer<typeof Loan>

const ById = z.object({ id: z.coerce.number() })
type ById = FastifyRequest<{ Params: z.infer<typeof ById> }>

const Borrowing = z.object({ memberId: z.int().meta({ title: 'Member' }), days: Days })
const Renewal = z.object({ days: Days })
const Return = z.object({ condition: z.enum(['Good', 'Damaged']), note: z.string().max(200).optional() })
const Suspension = z.object({ reason: z.string().min(3) })
const Search = z.object({ q: z.string().default('') })

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

  const app = Fastify().withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler)
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: 'Library', version: '1' } },
    transform: createHyperTransform({ transform: jsonSchemaTransform })
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
        formInput: true,
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
    schema: { querystring: pageQuery(z.object({ status: Status.optional() })), response: { 200: pageSchema(Loan) } },
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
      hyper: {
        name: 'RenewLoan', links: true, formInput: true, policy: 'borrower', resource: loadLoan, preconditions: { tag }
      }
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
