// The library with Zod.
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { createHyperTransform } from '../../../lib/index.ts'
import { pageQuery, pageSchema, problemSchema } from '../../../lib/zod.ts'
import { buildLibrary, LONGEST } from './library.ts'

const Days = z.int().min(1).max(LONGEST)
const Status = z.enum(['Active', 'Returned'])

const Book = z.object({ id: z.int(), title: z.string(), copies: z.int(), version: z.int() })
const Member = z.object({ id: z.int(), name: z.string(), suspended: z.boolean(), version: z.int() })
const Loan = z.object({
  id: z.int(), bookId: z.int(), memberId: z.int(), status: Status, days: Days, version: z.int()
})

export const buildApp = () => buildLibrary({
  Book,
  Member,
  Loan,
  BookPage: pageSchema(Book),
  MemberPage: pageSchema(Member),
  LoanPage: pageSchema(Loan),
  ById: z.object({ id: z.coerce.number() }),
  Search: pageQuery(z.object({ q: z.string().default('') })),
  LoanSearch: pageQuery(z.object({ status: Status.optional() })),
  Borrowing: z.object({ memberId: z.int().meta({ title: 'Member' }), days: Days }),
  Renewal: z.object({ days: Days }),
  Return: z.object({ condition: z.enum(['Good', 'Damaged']), note: z.string().max(200).optional() }),
  Suspension: z.object({ reason: z.string().min(3) }),
  Problem: problemSchema
}, createHyperTransform({ transform: jsonSchemaTransform }), app => {
  app.setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler)
})
