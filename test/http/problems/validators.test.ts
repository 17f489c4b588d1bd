import { TypeBoxValidatorCompiler as typeBox1 } from '@fastify/type-provider-typebox'
import { Type as OldType } from '@sinclair/typebox'
import type { FastifySchemaCompiler } from 'fastify'
import { validatorCompiler as zod4 } from 'fastify-type-provider-zod'
import t, { type Test } from 'tap'
import { TypeBoxValidatorCompiler as typeBox034 } from 'type-provider-typebox5'
import { Type } from 'typebox'
import { z } from 'zod'
import { z as oldZ } from 'zod/v3'
import { jsonApi } from '../../../formats/json-api.ts'
import type { FieldError } from '../../../lib/index.ts'
import { hyperApp } from '../../support/servers.ts'

// One schema in each validator, and the same faults: each has the same name and the same words in each format.

const item = { drug: { type: 'string', minLength: 1 }, times: { type: 'integer', maximum: 4 } }
const AJV = {
  type: 'object',
  required: ['name', 'items'],
  properties: {
    name: { type: 'string' },
    quantity: { type: 'number', maximum: 100 },
    speed: { enum: ['standard', 'express'] },
    tags: { type: 'array', maxItems: 1, items: { type: 'string' } },
    items: { type: 'array', items: { type: 'object', required: ['drug', 'times'], properties: item } }
  }
}
const typeBox = (type: typeof Type) => type.Object({
  name: type.String(),
  quantity: type.Optional(type.Number({ maximum: 100 })),
  speed: type.Optional(type.Union([type.Literal('standard'), type.Literal('express')])),
  tags: type.Optional(type.Array(type.String(), { maxItems: 1 })),
  items: type.Array(type.Object({ drug: type.String({ minLength: 1 }), times: type.Integer({ maximum: 4 }) }))
})
const zod = (lib: typeof z) => lib.object({
  name: lib.string(),
  quantity: lib.number().max(100).optional(),
  speed: lib.enum(['standard', 'express']).optional(),
  tags: lib.array(lib.string()).max(1).optional(),
  items: lib.array(lib.object({ drug: lib.string().min(1), times: lib.number().int().max(4) }))
})

// As the type providers of Zod 3 had it: the error itself.
const zod3: FastifySchemaCompiler<z.ZodType> = ({ schema }) => data => {
  const { data: value, error } = schema.safeParse(data)
  return error === undefined ? { value } : { error }
}

const VALIDATORS: Readonly<Record<string, readonly [body: object, compile?: FastifySchemaCompiler<never>]>> = {
  Ajv: [AJV],
  'TypeBox 1': [typeBox(Type), typeBox1 as never],
  'TypeBox 0.34': [typeBox(OldType as never), typeBox034 as never],
  'Zod 4': [zod(z), zod4 as never],
  'Zod 3': [zod(oldZ as never), zod3 as never]
}

// What is sent in place of a valid member, and the place and the words of what is wrong.
const valid = { name: 'x', items: [] as unknown[] }
const FAULTS: ReadonlyArray<readonly [change: object, name: string, message: string]> = [
  [{ name: undefined }, 'name', 'is required'],
  [{ quantity: 101 }, 'quantity', 'must be at most 100'],
  [{ quantity: 'many' }, 'quantity', 'must be a number'],
  [{ tags: ['a', 'b'] }, 'tags', 'must have at most 1 item'],
  [{ tags: [{}] }, 'tags[0]', 'must be a text'],
  [{ items: [{ drug: 'a', times: 1 }, { drug: '', times: 1 }] }, 'items[1].drug', 'must have at least 1 character'],
  [{ items: [{ drug: 'a' }] }, 'items[0].times', 'is required'],
  [{ items: [{ drug: 'a', times: 1.5 }] }, 'items[0].times', 'must be a whole number']
]

type Sent = (body: object, accept?: string) => Promise<{ readonly errors: readonly FieldError[] }>

async function sender (t: Test, body: object, validatorCompiler: FastifySchemaCompiler<never> | undefined): Promise<Sent> {
  const app = await hyperApp(t, { validationProblems: true, formatters: [jsonApi()] })
  if (validatorCompiler !== undefined) app.setValidatorCompiler(validatorCompiler)
  app.post('/', { schema: { body }, config: { hyper: { links: true } } }, async () => ({}))
  return async (payload, accept = 'application/json') =>
    (await app.inject({ method: 'POST', url: '/', payload, headers: { accept } })).json()
}

for (const [name, [body, compile]] of Object.entries(VALIDATORS)) {
  t.test(`errors of ${name}`, async t => {
    const send = await sender(t, body, compile)
    for (const [change, place, words] of FAULTS) {
      const { errors } = await send({ ...valid, ...change })
      t.strictSame(errors.map(({ name, message }) => [name, message]), [[place, words]], JSON.stringify(change))
      t.type(errors[0]!.detail, 'string')
    }
  })
}
