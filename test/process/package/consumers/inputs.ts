// Names of fields, where types know the input. Each comment `// error:` is the beginning of what the compilers report
// about the next line.
import { Type } from '@sinclair/typebox'
import { defineLinks, defineRoutes, LinkTarget, type SignaturesOf } from 'fastify-hyper'
import { Type as Type1 } from 'typebox'
import { z } from 'zod'

interface Customer {
  id: number
  usual: number
  city: string
}

const boxed = Type.Object({ quantity: Type.Integer(), address: Type.Object({ city: Type.String() }) })
const boxed1 = Type1.Object({ quantity: Type1.Integer(), address: Type1.Object({ city: Type1.String() }) })
const zod = z.object({ quantity: z.coerce.number<string>(), address: z.object({ city: z.string() }).optional() })
const constant = {
  type: 'object',
  required: ['quantity'],
  properties: { quantity: { type: 'integer' }, address: { type: 'object', properties: { city: { type: 'string' } } } }
} as const
const street = z.object({ name: z.string() })
const deep = z.object({
  due: z.date(), tags: z.array(z.string()), address: z.object({ street: street.nullable() }), any: z.unknown()
})
const composed = { type: 'object', allOf: [{ $ref: 'Base#' }], properties: { quantity: { type: 'integer' } } } as const
const either = Type.Union([Type.Object({ card: Type.String() }), Type.Object({ invoice: Type.Boolean() })])
const dynamic: object = constant
const order = LinkTarget.uri('/orders')

const Routes = defineRoutes({
  Place: 'POST /orders', Cancel: 'POST /orders/:id/cancel', Search: 'GET /orders', Archive: 'POST /orders/archive'
})

declare module 'fastify-hyper' {
  interface RouteNames extends SignaturesOf<typeof Routes> {}
  interface RouteInputs {
    Place: { quantity: number, address: { city: string } }
    Cancel: { reason: string }
    Search: { q: string }
  }
}

export const config = defineLinks<Customer>('Customer', links => {
  links.affordance('given', order).accepts(constant)
    .fields({ quantity: {}, address: {}, 'address.city': { prompt: 'City' } })
    .prefill(customer => ({ quantity: customer.usual, address: { city: customer.city } })).asDefault()
    .prefill(async ({ city }) => ({ 'address.city': Promise.resolve(city) }))
    .prefill(customer => customer.id > 1 ? { quantity: 1 } : null)
  // error: TS2561 Object literal may only specify known properties, but 'quanity' does not exist in type
  links.affordance('given', order).accepts(constant).fields({ quanity: {} })
  // error: TS2353 Object literal may only specify known properties, and ''address.town'' does not exist in type
  links.affordance('given', order).accepts(constant).fields({ 'address.town': {} })
  // error: TS2322 Type '{ quanity: number; }' is not assignable to type '"Property 'quanity' is no
  // field of the input"'.
  links.affordance('given', order).accepts(constant).prefill(customer => ({ quanity: customer.usual }))
  // error: TS2322 Type '{ address: { town: string; }; }' is not assignable to type '"Property 'address.town' is no
  // field of the input"'.
  links.affordance('given', order).accepts(constant).prefill(({ city: town }) => ({ address: { town } }))
  // error: TS2322 Type 'Promise<{ id: number; }>' is not assignable to type '"Property 'id' is no field of the input"'.
  links.affordance('given', order).accepts(constant).prefill(async ({ id }) => ({ id }))
  // error: TS2551 Property 'usuel' does not exist on type 'Customer'. Did you mean 'usual'?
  links.affordance('given', order).accepts(constant).prefill(customer => ({ quantity: customer.usuel }))
  // error: TS2322 Type 'string' is not assignable to type
  links.affordance('given', order).accepts(constant).prefill(customer => customer.city)

  links.affordance('boxed', order).accepts(boxed)
    .fields({ quantity: {}, 'address.city': {} }).prefill(() => ({ address: { city: '' } }))
  // error: TS2561 Object literal may only specify known properties, but 'quanity' does not exist in type
  links.affordance('boxed', order).accepts(boxed).fields({ quanity: {} })
  // error: TS2322 Type '{ quanity: number; }' is not assignable to type '"Property 'quanity' is no
  // field of the input"'.
  links.affordance('boxed', order).accepts(boxed).prefill(() => ({ quanity: 1 }))
  links.affordance('boxed 1', order).accepts(boxed1)
    .fields({ quantity: {}, 'address.city': {} }).prefill(() => ({ quantity: 1 }))
  // error: TS2322 Type '{ quanity: number; }' is not assignable to type '"Property 'quanity' is no
  // field of the input"'.
  links.affordance('boxed 1', order).accepts(boxed1).prefill(() => ({ quanity: 1 }))
  links.affordance('zod', order).accepts(zod)
    .fields({ quantity: {}, 'address.city': {} }).prefill(() => ({ quantity: 1 }))
  // error: TS2322 Type '{ address: { town: string; }; }' is not assignable to type '"Property 'address.town' is no
  // field of the input"'.
  links.affordance('zod', order).accepts(zod).prefill(() => ({ address: { town: '' } }))
  links.affordance('either', order).accepts(either).fields({ card: {}, invoice: {} }).prefill(() => ({ card: '' }))
  // error: TS2322 Type '{ cash: string; }' is not assignable to type '"Property 'cash' is no field of the input"'.
  links.affordance('either', order).accepts(either).prefill(() => ({ cash: '' }))

  links.affordance('deep', order).accepts(deep)
    .fields({ 'address.street.name': {}, 'any.thing': {}, due: {}, tags: {} })
    .prefill(() => ({ due: new Date(), tags: ['a'], address: { street: { name: 'a' } }, any: { thing: 1 } }))
  // error: TS2353 Object literal may only specify known properties, and ''address.street.nmae'' does not exist in type
  links.affordance('deep', order).accepts(deep).fields({ 'address.street.nmae': {} })
  // error: TS2322 Type '{ address: { street: { nmae: string; }; }; }' is not assignable to type '"Property
  // 'address.street.nmae' is no field of the input"'.
  links.affordance('deep', order).accepts(deep).prefill(() => ({ address: { street: { nmae: '' } } }))

  // Names that are not known
  links.affordance('any', order).fields({ any: {}, 'any.thing': {} }).prefill(() => ({ any: 1 }))
  links.affordance('any', order).accepts(dynamic).fields({ any: {} }).prefill(customer => ({ any: customer.id }))
  links.affordance('any', order).accepts(composed).fields({ base: {} }).prefill(() => ({ base: 1 }))
  links.affordance('any', order).accepts({ $ref: 'Input#' }).fields({ any: {} }).prefill(() => null)
  links.affordance('any', order).accepts({ type: 'object' }).fields({ any: {} }).prefill(async () => undefined)

  // The inputs of a catalog
  links.affordance('place', Routes.Place()).fields({ quantity: {}, 'address.city': {} })
    .prefill(({ usual: quantity }) => ({ quantity }))
  links.affordance('place', LinkTarget.route('Place')).prefill(({ city }) => ({ address: { city } }))
  links.affordance('cancel', Routes.Cancel({ id: 1 }).title('Cancel')).prefill(() => ({ reason: '' }))
  links.affordance('cancel', ({ id }) => Routes.Cancel({ id })).prefill(() => ({ reason: '' }))
  links.affordance('cancel', Routes.Cancel({ id: 1 })).prefill(({ city }): Record<string, string> => ({ [city]: '' }))
  links.affordance('search', Routes.Search()).get().fields({ q: {} })
  links.affordance('unknown', Routes.Archive()).fields({ any: {} }).prefill(() => ({ any: 1 }))
  links.affordance('either', dynamic === constant ? Routes.Search() : Routes.Place())
    .prefill(() => ({ q: '' })).fields({ quantity: {} })
  links.affordance('either', ({ id }) => id > 1 ? Routes.Cancel({ id }) : Routes.Archive()).prefill(() => ({ any: 1 }))
  links.affordance('given', Routes.Cancel(({ id }) => ({ id }))).accepts(constant).prefill(() => ({ quantity: 1 }))
  // error: TS2561 Object literal may only specify known properties, but 'quanity' does not exist in type
  links.affordance('place', Routes.Place()).fields({ quanity: {} })
  // error: TS2322 Type '{ address: { town: string; }; }' is not assignable to type '"Property 'address.town' is no
  // field of the input"'.
  links.affordance('place', LinkTarget.route('Place')).prefill(({ city: town }) => ({ address: { town } }))
  // error: TS2322 Type '{ reasn: string; }' is not assignable to type '"Property 'reasn' is no field of the input"'.
  links.affordance('cancel', Routes.Cancel(({ id }) => ({ id }))).prefill(() => ({ reasn: '' }))
  // error: TS2322 Type '{ reasn: string; }' is not assignable to type '"Property 'reasn' is no field of the input"'.
  links.affordance('cancel', ({ id }) => Routes.Cancel({ id })).prefill(() => ({ reasn: '' }))
  // error: TS2322 Type '{ cash: string; }' is not assignable to type '"Property 'cash' is no field of the input"'.
  links.affordance('either', dynamic === constant ? Routes.Search() : Routes.Place()).prefill(() => ({ cash: '' }))
})
