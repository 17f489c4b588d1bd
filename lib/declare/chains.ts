import type { Wording } from '../../types/callbacks.ts'
import type {
  AffordanceDeclaration, Conditional, EmbedDeclaration, FieldDeclaration, LinkDeclaration
} from '../../types/declarations.ts'
import { describe } from '../diagnostics/wording.ts'
import { fail } from '../errors.ts'
import { checkFunction, checkTexts, checkWording, invalid, isObjectOrArray } from '../options/checks.ts'
import type { Callback, Condition, DeclaredAction, DeclaredEmbed, DeclaredLink } from './declarations.ts'
import { checkFields } from './fields.ts'

// The results of `links.link(…)`, `links.affordance(…)` and `links.embed(…)`.
// Each call changes the declaration that the collector keeps.

type Writable<D> = { -readonly [K in keyof D]: D[K] }

abstract class Chain implements Conditional<unknown> {
  readonly #place: string
  readonly #conditions: Condition[]

  constructor (place: string, conditions: readonly Condition[]) {
    this.#place = place
    this.#conditions = conditions as Condition[]
  }

  when (predicate: Callback, reason?: Wording<unknown>): this {
    checkFunction(`${this.#place}, when`, predicate)
    checkWording(`${this.#place}, when, reason`, reason)
    this.#conditions.push({ kind: 'when', predicate, reason })
    return this
  }

  requireAuthorization (policy: string = 'default', select: ((resource: unknown) => unknown) | null = null): this {
    const place = `${this.#place}, requireAuthorization`
    if (typeof policy !== 'string') invalid(place, policy, 'Give the name of a policy.')
    if (select !== null) checkFunction(place, select)
    this.#conditions.push({ kind: 'policy', policy, select })
    return this
  }
}

export class EmbedChain extends Chain implements EmbedDeclaration<unknown> {
  readonly #embed: Writable<DeclaredEmbed>

  constructor (place: string, embed: DeclaredEmbed) {
    super(place, embed.conditions)
    this.#embed = embed
  }

  onDemand (): this {
    this.#embed.onDemand = true
    return this
  }
}

function checkAttributes (place: string, { title, ...attributes }: DeclaredLink['attributes']): void {
  checkWording(`${place}, title`, title)
  checkTexts(place, attributes)
}

export class LinkChain extends Chain implements LinkDeclaration<unknown> {
  readonly #place: string
  readonly #link: Writable<DeclaredLink>

  constructor (place: string, link: DeclaredLink) {
    super(place, link.conditions)
    checkAttributes(place, link.attributes)
    this.#place = place
    this.#link = link
  }

  title (text: Wording<unknown>): this { return this.#with({ title: text }) }
  name (text: string): this { return this.#with({ name: text }) }
  type (mediaType: string): this { return this.#with({ type: mediaType }) }
  profile (uri: string): this { return this.#with({ profile: uri }) }
  hreflang (tag: string): this { return this.#with({ hreflang: tag }) }
  deprecation (url: string): this { return this.#with({ deprecation: url }) }

  #with (attribute: DeclaredLink['attributes']): this {
    checkAttributes(this.#place, attribute)
    this.#link.attributes = { ...this.#link.attributes, ...attribute }
    return this
  }
}

export class AffordanceChain extends Chain implements AffordanceDeclaration<unknown> {
  readonly #place: string
  readonly #action: Writable<DeclaredAction>

  constructor (place: string, action: DeclaredAction) {
    super(place, action.conditions)
    this.#place = place
    this.#action = action
  }

  get (): this { return this.method('GET') }
  post (): this { return this.method('POST') }
  put (): this { return this.method('PUT') }
  patch (): this { return this.method('PATCH') }
  delete (): this { return this.method('DELETE') }

  method (method: string): this {
    // RFC 9110, section 9.1: a method is a token.
    if (typeof method !== 'string' || !/^[\w!#$%&'*+.^`|~-]+$/.test(method)) {
      fail('FST_ERR_HYPER_INVALID_METHOD', this.#place, describe(method), "Give an HTTP method: 'POST'.")
    }
    this.#action.method = method.toUpperCase()
    return this
  }

  title (text: Wording<unknown>): this {
    checkWording(`${this.#place}, title`, text)
    this.#action.title = text
    return this
  }

  accepts (schema: object): this {
    if (!isObjectOrArray(schema)) invalid(`${this.#place}, accepts`, schema, 'Give a JSON schema.')
    this.#action.input = schema
    return this
  }

  fields (fields: Record<string, FieldDeclaration<unknown>>): this {
    this.#action.fields = checkFields(`${this.#place}, fields`, fields)
    return this
  }

  prefill (values: Callback): this {
    checkFunction(
      `${this.#place}, prefill`, values, 'Give a function of the resource that returns values by field name.'
    )
    this.#action.prefill = values
    return this
  }

  asDefault (): this {
    this.#action.isDefault = true
    return this
  }

  danger (): this {
    this.#action.isDangerous = true
    return this
  }
}
