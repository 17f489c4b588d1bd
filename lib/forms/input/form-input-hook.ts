// The adapter of a route that takes forms as clients send them (`config.hyper.formInput`).
import type { FastifyInstance, FastifyRequest, preValidationHookHandler, RouteOptions } from 'fastify'
import type { RouteSchema } from '../../routes/named-routes.ts'
import { bodySchemas } from '../schema/body-schemas.ts'
import { deriveForm } from '../fields/derive.ts'
import { createFormInput, type FormInput } from './form-input.ts'
import { inputPart } from '../schema/input-part.ts'

/** One route's adapter. */
export interface FormInputHook {
  readonly hook: preValidationHookHandler
  /** The app is ready, and all its schemas are there. */
  ready (): void
}

/** Gives the form input of a media type; null where that has no schema. */
type InputAdapters = (mediaType: string | undefined) => FormInput | null

/** Makes a route's adapter; its forms are derived when the app is ready, since shared schemas may come late. */
export function formInputHook (instance: FastifyInstance, route: RouteOptions): FormInputHook {
  const methods = new Map<string, InputAdapters>()
  return {
    ready () {
      for (const method of [route.method].flat()) methods.set(method, compile(instance, route.schema ?? {}, method))
    },
    hook (request, _reply, done) {
      try {
        adapt(request, methods.get(request.method)!(request.mediaType))
      } catch (error) {
        done(error as Error)
        return
      }
      done()
    }
  }
}

function adapt (request: FastifyRequest, input: FormInput | null): void {
  if (input === null) return
  if (inputPart(request.method) === 'body') request.body = input(request.body)
  else request.query = input(request.query)
}

function compile (instance: FastifyInstance, schema: RouteSchema, method: string): InputAdapters {
  const part = inputPart(method)
  const shared = (id: string) => instance.getSchema(id) as object | undefined
  const inputOf = (schema: unknown) => createFormInput(deriveForm(schema, { method, nested: true, shared }), part)
  // By now Fastify has a schema that was given as `query` here too.
  const declared = schema[part]
  const schemas = part === 'body' ? bodySchemas(declared) : null
  if (schemas === null) {
    const input = declared === undefined ? null : inputOf(declared)
    return () => input
  }
  const inputs = new Map([...schemas].map(([mediaType, schema]) => [mediaType, inputOf(schema)]))
  return mediaType => inputs.get(mediaType!) ?? null
}
