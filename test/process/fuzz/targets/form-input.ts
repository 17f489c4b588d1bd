// What a form sends is converted once: twice changes nothing, what the schema allows it still allows, the input is not
// modified, and no prototype is.
import { parse as parseQuery } from 'node:querystring'
import { Ajv } from 'ajv'
import { errorCodes } from '../../../../lib/errors.ts'
import { fieldsOf } from '../../../../lib/forms/fields/leaves.ts'
import { createFormInput } from '../../../../lib/forms/input/form-input.ts'
import { deriveTree } from '../../../../lib/forms/tree/derive-tree.ts'
import { holds, Input, same, shown } from '../input.ts'

const address = {
  type: 'object', properties: { street: { type: 'string' }, zip: { type: 'integer' } }, required: ['street']
}
const SCHEMAS = [
  {
    type: 'object',
    properties: { a: { type: 'string' }, b: { type: 'integer' }, c: { type: 'boolean' } },
    required: ['a']
  },
  {
    type: 'object',
    properties: {
      tags: { type: 'array', items: { type: 'string', enum: ['', 'x', '1'] } },
      n: { type: 'array', items: { type: 'integer', enum: [1, 2] } }
    },
    required: ['tags']
  },
  {
    type: 'object',
    properties: { address, a: { type: ['string', 'null'] }, n: { type: ['integer', 'null'] } },
    required: ['address', 'a', 'n']
  },
  {
    type: 'object',
    properties: { a: address, b: { type: 'object', properties: { address } }, 'a.street': { type: 'string' } },
    required: ['b']
  },
  {
    type: 'object',
    properties: {
      e: { enum: ['1', 1, true, ''] }, s: { type: 'array', items: { enum: ['x', 'y'] } }, t: { const: 'on' }
    }
  }
]
const ajv = new Ajv({ strict: false })
const targets = SCHEMAS.map(schema => {
  const tree = deriveTree(schema, { method: 'POST', contentType: null, shared: () => undefined })
  return { adapt: createFormInput(tree, 'POST'), validate: ajv.compile(schema), fields: fieldsOf(tree, true).length }
})
holds(targets.every(({ fields }) => fields > 0), 'a schema without fields')

const PROTOTYPES = [Object.prototype, Array.prototype, Function.prototype]
const NAMES = PROTOTYPES.map(prototype => Reflect.ownKeys(prototype).length)

export function fuzz (data: Buffer): void {
  const bytes = new Input(data)
  const { adapt, validate } = targets[bytes.number(targets.length)]!
  const input = bytes.flag() ? parsed(bytes.end()) : parseQuery(bytes.end())
  const before = structuredClone(input)
  const output = adapted(adapt, input)
  same(structuredClone(input), before, 'the input')
  same(PROTOTYPES.map(prototype => Reflect.ownKeys(prototype).length), NAMES, 'the members of prototypes')
  if (output === undefined) return
  holds(prototypeOf(output) === prototypeOf(input), `the prototype of what ${shown(input)} becomes`)
  same(adapted(adapt, output), output, `${shown(input)}, converted twice`)
  const isValid = validate(input)
  if (isValid && !hasEmpty(input)) holds(validate(output), `${shown(input)} is valid, and ${shown(output)} is not`)
}

function parsed (json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return json
  }
}

/** Undefined where the input is rejected. */
function adapted (adapt: (input: unknown) => unknown, input: unknown): unknown {
  try {
    return adapt(input) ?? null
  } catch (error) {
    holds(error instanceof errorCodes.FST_ERR_HYPER_INVALID_INPUT && error.statusCode === 400, String(error))
    return undefined
  }
}

function prototypeOf (value: unknown): unknown {
  return typeof value === 'object' && value !== null ? Object.getPrototypeOf(value) : null
}

// Empty strings stand for empty controls: they are no values.
function hasEmpty (value: unknown): boolean {
  return value === '' || (typeof value === 'object' && value !== null && Object.values(value).some(hasEmpty))
}
