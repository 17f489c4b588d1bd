import { createHash } from 'node:crypto'
import { requireDependency } from '../../lib/optional-package.ts'

/** Returns the first violation of a schema, `/total must be number`, or null. It does not contain values. */
export type FindViolation = (value: unknown) => string | null

interface Validate {
  (value: unknown): boolean
  readonly errors?: ReadonlyArray<{ readonly instancePath: string, readonly message?: string }> | null
}

type Compile = (route: { readonly schema: object }) => Validate
type BuildCompiler = (shared: readonly object[], options: { readonly customOptions: object }) => Compile

// Fastify's validator, so that the package needs none of its own.
const { AjvCompiler } = requireDependency('fastify', '@fastify/ajv-compiler') as { AjvCompiler: () => BuildCompiler }

// Fastify's defaults convert values to the types of the schema, add defaults and remove members.
const customOptions = { coerceTypes: false, useDefaults: false, removeAdditional: false, strict: false, logger: false }

// By the text of a schema: each app of a crawl has its own objects.
const compiled = new Map<string, FindViolation | null>()

/**
 * Compiles a schema with those that it may reference. Returns null if it cannot be compiled: Fastify, which compiles it
 * with the settings of the app, reports what is wrong with it.
 */
export function compileSchema (schema: object, shared: readonly object[] = []): FindViolation | null {
  const key = createHash('sha256').update(JSON.stringify([schema, shared])).digest('base64')
  let violation = compiled.get(key)
  if (violation === undefined) compiled.set(key, violation = compile(schema, shared))
  return violation
}

function compile (schema: object, shared: readonly object[]): FindViolation | null {
  let validate: Validate
  try {
    validate = AjvCompiler()(shared, { customOptions })({ schema })
  } catch {
    return null
  }
  return value => {
    if (validate(value)) return null
    const { instancePath, message = 'is not valid' } = validate.errors![0]!
    return `${instancePath.replace(/\/\d+(?=\/|$)/g, '/*') || 'the document'} ${message}`
  }
}
