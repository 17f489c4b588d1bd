// The form-input adapter as a Fastify hook (`config.hyper.formInput`).
import type { FastifyInstance, FastifyRequest, preValidationHookHandler, RouteOptions } from 'fastify'
import type { RouteSchema } from '../../routes/named-route.ts'
import { contentSchemas, inputPart } from '../../schema/content.ts'
import { sharedSchemas } from '../../schema/references.ts'
import { deriveForm } from '../fields/derive.ts'
import { createFormInput, type FormInput } from './form-input.ts'

export interface FormInputHook {
  readonly hook: preValidationHookHandler
  /** Compiles the adapters. Call it when the app is ready, and all shared schemas are known. */
  ready (): void
}

/** Returns the adapter for a media type, or null if that has no schema. */
type InputAdapters = (mediaType: string | undefined) => FormInput | null

/** Returns the hook of a route, which works once `ready` has been called. */
export function formInputHook (instance: FastifyInstance, route: RouteOptions): FormInputHook {
  const methods = new Map<string, InputAdapters>()
  return {
    ready () {
      for (const method of [route.method].flat()) methods.set(method, compile(instance, route.schema ?? {}, method))
    },
    hook (request, _reply, done) {
      try {
        adaptRequest(request, methods.get(request.method)!(request.mediaType))
      } catch (error) {
        done(error as Error)
        return
      }
      done()
    }
  }
}

function adaptRequest (request: FastifyRequest, input: FormInput | null): void {
  if (input === null) return
  if (inputPart(request.method) === 'body') request.body = input(request.body)
  else request.query = input(request.query)
}

function compile (instance: FastifyInstance, schema: RouteSchema, method: string): InputAdapters {
  const part = inputPart(method)
  const shared = sharedSchemas(instance)
  const inputOf = (schema: unknown) => createFormInput(deriveForm(schema, { method, nested: true, shared }), part)
  // When the app is ready, Fastify has copied a schema given as `query` to `querystring`.
  const declared = schema[part]
  const schemas = part === 'body' ? contentSchemas(declared) : null
  if (schemas === null) {
    const input = declared === undefined ? null : inputOf(declared)
    return () => input
  }
  const inputs = new Map([...schemas].map(([mediaType, schema]) => [mediaType, inputOf(schema)]))
  return mediaType => inputs.get(mediaType!) ?? null
}
