import type { FastifyRequest } from 'fastify'
import type { HypermediaFormatter } from '../../types/formats.ts'
import { readsContent } from '../fastify/content-requests.ts'
import { ENVIRONMENT } from '../fastify/marks.ts'
import type { ApiModel } from '../model/model.ts'
import type { PolicyEnvironment } from '../policies/policies.ts'
import type { Languages } from './languages.ts'
import type { Origins } from './origins.ts'

/** What all responses of an app share. */
export interface Environment extends PolicyEnvironment {
  readonly origins: Origins
  readonly languages: Languages
  readonly extensions: Extensions
}

/** A formatter whose documents are made of the content for pages and tools. */
export interface DocumentFormat extends Omit<HypermediaFormatter, 'format'> {
  /** How many elements of a list its documents show: in the content, `0` stands for each of the others. @default all */
  readonly most?: number
  /** Whether the client of a request prefers its documents. Problem documents have forms for these. */
  isPreferred (request: FastifyRequest): boolean
}

/** What `features/extend.ts` adds for other plugins of this package. */
export interface Extensions {
  /** Formats beside the option `formatters`. */
  readonly formats: DocumentFormat[]
  /**
   * The name of the member with the links, embedded resources and forms of a resource in the content of pages and
   * tools. It is random, and no client gets it: what data contains never counts as a link or a form of the API.
   */
  readonly contentMember: string
  /** Loads what makes the model of the API, once the app is ready. It is made once. */
  loadModel: () => Promise<() => ApiModel>
}

/** Whether the problem documents for a request have forms (`_templates`) in place of `_actions`. */
export function showsForms ({ extensions: { formats } }: Environment, request: FastifyRequest): boolean {
  return readsContent(request) || formats.some(format => format.isPreferred(request))
}

/** Returns what all requests of an app share; null if the plugin is not registered in the scope. */
export function environmentOf (app: object): Environment | null {
  return (app as { readonly hyper?: { readonly [ENVIRONMENT]: Environment } | null }).hyper?.[ENVIRONMENT] ?? null
}
