// The library with TypeBox.
import { type Static, Type } from 'typebox'
import { hyperTransform } from '../../../lib/index.ts'
import { pageQuery, pageSchema, problemSchema } from '../../../lib/typebox.ts'
import { buildLibrary, LONGEST } from './library.ts'

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
const Search = Type.Object({ q: Type.String({ default: '' }) })

export type Book = Static<typeof Book>
export type Member = Static<typeof Member>
export type Loan = Static<typeof Loan>

export const buildApp = () => buildLibrary({
  Book,
  Member,
  Loan,
  BookPage: pageSchema(Book),
  MemberPage: pageSchema(Member),
  LoanPage: pageSchema(Loan),
  ById: Type.Object({ id: Type.Integer() }),
  Search: pageQuery(Search),
  LoanSearch: pageQuery(Type.Object({ status: Type.Optional(Status) })),
  Borrowing: Type.Object({ memberId: Type.Integer({ title: 'Member' }), days: Days }),
  Renewal: Type.Object({ days: Days }),
  Return: Type.Object({
    condition: Type.Enum(['Good', 'Damaged']), note: Type.Optional(Type.String({ maxLength: 200 }))
  }),
  Suspension: Type.Object({ reason: Type.String({ minLength: 3 }) }),
  Problem: problemSchema
}, hyperTransform)
