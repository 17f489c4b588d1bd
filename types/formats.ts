import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LinkContext } from './callbacks.ts'
import type { ProjectedField } from './forms.ts'
import type { ProblemDocument } from './problem.ts'
import type { LinkAttributes } from './targets.ts'

/** The names of the built-in formats. Formats of the app are named by their media type. */
export type HypermediaFormat = 'default' | 'hal' | 'hal-forms' | 'none'

/** A resolved link of a response. Omitted links are not among them. */
export interface ProjectedLink extends LinkAttributes {
  /** The relation type (RFC 8288, section 3.3), or a CURIE: `next`, `acme:invoice`. */
  readonly rel: string
  /** The URL as it is sent: absolute, path-relative, or a URI template. */
  readonly href: string
  /** Present if the href is a URI template (RFC 6570). */
  readonly templated?: true
}

/** A resolved action of a response. Omitted actions are not among them. */
export interface ProjectedAction {
  /** The name that the configuration declares: `cancel`. */
  readonly name: string
  /** The URL as it is sent: absolute or path-relative. */
  readonly href: string
  /** In upper case. */
  readonly method: string
  /** A label for people, in the language of the response. */
  readonly title?: string
  /** The media type of the request body. */
  readonly contentType?: string
  /** Present if the route of the action is deprecated: a URL that describes it. */
  readonly deprecation?: string
  /** The fields of its form; absent if the action has no input. */
  readonly fields?: readonly ProjectedField[]
}

/** What the plugin knows of the list that a page has a part of. */
export interface ProjectedPage {
  /** The number of elements on all pages; `null` if the page does not have it. */
  readonly total: number | null
}

/** A resource without its data. */
export interface ProjectedKind {
  /** The name of the resource type: of its configuration, else of its class or schema; `null` for none. */
  readonly type: string | null
  /** Whether it is the whole response; `false` for embedded resources and elements of lists. */
  readonly isWhole: boolean
  /** The relation in `embedded` of the list that a page or an envelope contains; `null` for none or several. */
  readonly items: string | null
  /** The href of its `self`; `null` for none. */
  readonly self: string | null
  /** The links that the response has, in the order of their declaration. */
  readonly links: readonly ProjectedLink[]
  /** The actions that the response offers, in the order of their declaration. */
  readonly actions: readonly ProjectedAction[]
}

/** The argument of a formatter: a serialized resource with its links, actions and embedded resources. */
export interface ProjectedResource extends ProjectedKind {
  /** The resource as JSON, serialized with the response schema of the route. */
  readonly body: string
  /** What `data` of the formatter made of `body`; `null` for a resource that embeds others, and without `data`. */
  readonly data: string | null
  /** `null` for a resource that is no page. */
  readonly page: ProjectedPage | null
  /**
   * By relation: the embedded resource, or the array of them, each as JSON in this format. The members of an envelope
   * that are resources are among them, and not in `body`.
   */
  readonly embedded: ReadonlyMap<string, string | readonly string[]>
}

/** What a document of a format has beside its data. */
export interface ReadDocument {
  /** The links of the resource. */
  readonly links: readonly ProjectedLink[]
  /** Without their fields: few formats express all that a form has. */
  readonly actions: readonly Omit<ProjectedAction, 'fields'>[]
  /** The embedded resources with their relations. */
  readonly embedded: ReadonlyArray<readonly [rel: string, document: ReadDocument]>
}

/** A member of the data of a resource type. */
export interface DescribedProperty {
  /** The name of the member. */
  readonly name: string
  /** The title in its schema; `null` for none. */
  readonly title: string | null
  /** Whether each resource has it. */
  readonly required: boolean
}

/** A relation of a resource type: of links, or of embedded resources. */
export interface DescribedRelation {
  /** The relation as it is declared. */
  readonly rel: string
  /** The name of the type of its targets; `null` if it is unknown. */
  readonly target: string | null
}

/** An action of a resource type, without the URL of a resource. */
export interface DescribedAction extends Omit<ProjectedAction, 'href' | 'deprecation'> {
  /** Whether its URL is the URL of the resource. */
  readonly isOwn: boolean
}

/** A resource type, with everything that its resources can have. */
export interface DescribedType {
  /** The name of the type, as `type` of its resources. */
  readonly name: string
  /** The name of the type of the items of a list or page; `null` for none. */
  readonly item: string | null
  /** The members of its data. */
  readonly properties: readonly DescribedProperty[]
  /** The relations of its links and embedded resources. */
  readonly relations: readonly DescribedRelation[]
  /** The actions that its resources can offer. */
  readonly actions: readonly DescribedAction[]
}

/**
 * What configurations and schemas declare, the same for every caller. Routes that documents omit (`hide` in the schema)
 * and names of policies are not in it.
 */
export interface ApiDescription {
  /** The path of the entry point, which is the root of the scope; `null` for none. */
  readonly entryPoint: string | null
  /** All resource types. */
  readonly types: readonly DescribedType[]
}

/** Writes the responses of a media type. */
export interface RepresentationWriter {
  /**
   * A media type without wildcards and parameters: `application/vnd.siren+json`.
   * It is also the `Content-Type` of the response.
   */
  readonly mediaType: string
  /**
   * Returns the whole resource as a JSON object; synchronous. Called once for each resource, embedded ones first. An
   * embedded resource or item of a page without a configuration has no links, actions and type.
   * An error that it throws is the error of the request. An empty string or a value of another type fails with
   * FST_ERR_HYPER_INVALID_FORMATTER, status 500.
   */
  format (resource: ProjectedResource, context: LinkContext): string
  /**
   * Returns a function that writes the data of resources, which `format` gets as `resource.data`. It returns `null` for
   * data that a formatter cannot write apart from the rest.
   *
   * A formatter with this member is fast: resources that embed nothing and have the same links and actions are
   * formatted once, with a placeholder for the data and for the end of each href, and the plugin replaces these for
   * each resource. So `format` writes `data` and hrefs into its JSON as they are, and depends on nothing else of `body`
   * and `context`.
   * @default `format` is called for each resource
   * @example { mediaType, format: ({ data }) => `{"properties":${data}}`, data: () => body => body }
   */
  data? (kind: ProjectedKind): (body: string) => string | null
  /**
   * Makes the body of a whole response from what `format` returned, for media types that are not JSON. Called once for
   * each successful response, after the entity tag is set: also for lists, as a JSON array, and for values without a
   * configuration, as JSON.
   * @param isFormatted whether `format` wrote the object, or the objects in the list; `false` for a value without a
   * configuration
   * @default the body is the string of `format`; a list keeps its media type
   */
  document? (content: string, context: LinkContext, isFormatted: boolean): string | Promise<string>
  /**
   * Sets the headers of such a body, such as `Content-Security-Policy`. Its 304 has them too (RFC 9110,
   * section 15.4.5).
   * @default no headers beside `Content-Type`
   */
  setHeaders? (reply: FastifyReply): void
  /**
   * Returns the body of an error response for a problem document (RFC 9457); synchronous. It is called where the
   * `Accept` header prefers the media type of the format, which the response has then.
   * @default the problem document is sent as `application/problem+json`
   */
  problem? (document: ProblemDocument, context: LinkContext): string
  /**
   * A part of the entity tags of the format: change it when the output for the same resource changes.
   * @default ''
   */
  readonly version?: string
}

/** Describes a media type: which requests it takes, and how its documents are read. */
export interface MediaTypeDescription {
  /**
   * Called before the handler of a request whose response will have this format. It may throw a problem, such as 406
   * for a parameter of the media type in `Accept`.
   * @default no request is rejected
   */
  check? (request: FastifyRequest): void
  /**
   * Makes the request body that the schema of the route validates, from the JSON of a body of the media type. It may
   * throw a problem. For opted-in routes and targets of actions; not with the option `parsers: false`, and not where a
   * parser of the app reads the media type.
   * @default Fastify rejects the media type with 415
   */
  readBody? (document: unknown, request: FastifyRequest): unknown
  /**
   * Reads a document that `format` wrote. `crawl` of `fastify-hyper/testing` follows what it returns, and reads the
   * fields of forms from HAL-FORMS.
   * @default a crawl in this format ends at the entry point
   */
  read? (document: unknown): ReadDocument
  /**
   * A document about the API, which the plugin serves at a path with the media type of the format. It is written once.
   * @default none
   */
  readonly documentation?: {
    /** The path of its route with the prefix of the scope, which OpenAPI omits: `/docs`. */
    readonly path: string
    /** Returns the document, in the format. */
    write (api: ApiDescription): string
  }
}

/** A format of the app, for the option `formatters`. */
export interface HypermediaFormatter extends RepresentationWriter, MediaTypeDescription {}
