// The members that formats add to a resource: _links, _embedded, _actions, _templates.
import type { WireFormat } from '../formats/format.ts'
import type { CompiledConfig } from '../links/compiled.ts'
import { configModel } from '../model/config.ts'
import type { ModelAction, ModelRelation } from '../model/model.ts'
import { without } from '../schema/json-schema.ts'
import type { Document } from './document.ts'
import { arrayOf, mapOf, objectOf, type Schema } from './schema.ts'

const BUILT_IN = ['default', 'hal', 'hal-forms', 'none']

// The built-in formats that have a member, if not all have it.
const ONLY_IN: Readonly<Record<string, string>> = { _actions: 'default', _templates: 'hal-forms' }

/** Properties to add to a schema, and the names of those that are always present. */
export interface MemberSchemas {
  readonly properties: Schema
  readonly required: readonly string[]
}

export const NO_MEMBERS: MemberSchemas = Object.freeze({ properties: Object.freeze({}), required: Object.freeze([]) })

/** Returns members of which no one is always present, nor anything in them. */
export function optional ({ properties }: MemberSchemas): MemberSchemas {
  const entries = Object.entries(properties).map(([name, schema]) => [name, without(schema as Schema, 'required')])
  return { properties: Object.fromEntries(entries) as Schema, required: [] }
}

/** A property of the object of a member: a relation or an action. */
interface Property {
  readonly name: string
  readonly schema: Schema
  readonly always: boolean
}

/**
 * The formats that a response under one media type may have: one, or several if the media type does not identify the
 * format.
 */
export class FormatSet {
  readonly #formats: readonly WireFormat[]
  readonly #document: Document

  constructor (formats: readonly WireFormat[], document: Document) {
    this.#formats = formats
    this.#document = document
  }

  /** What the components of these formats are named after. */
  get name (): string {
    const [name, ...others] = new Set(this.#formats.map(({ name }) => name))
    return others.length === 0 ? name! : 'any'
  }

  /** Whether one of them is a formatter of the app, whose output has an unknown schema. */
  get hasCustom (): boolean {
    return this.#formats.some(({ name }) => !BUILT_IN.includes(name))
  }

  /** Whether no format adds members. */
  get isBare (): boolean {
    return this.#formats.every(({ bare }) => bare)
  }

  /** Whether every format adds members. */
  get isLinked (): boolean {
    return !this.#formats.some(({ bare }) => bare)
  }

  /** Whether one of them moves the items of a page to `_embedded`. */
  get movesItems (): boolean {
    return this.#formats.some(({ embedsItems }) => embedsItems)
  }

  /** Whether each of them moves the items of a page to `_embedded`. */
  get alwaysMovesItems (): boolean {
    return this.#formats.every(({ embedsItems }) => embedsItems)
  }

  get link (): Schema {
    return this.#document.sharedSchema('HyperLink')
  }

  /**
   * Returns the members of a resource whose configuration is known.
   * @param children the schemas of embedded resources, in the order of the configuration
   */
  members (compiled: CompiledConfig, children: readonly Schema[]): MemberSchemas {
    const { relations, embedded, actions } = configModel(compiled)
    const links = relations.map(relation => this.#linkProperty(relation))
    if (compiled.curies.length > 0) links.push({ name: 'curies', schema: arrayOf(this.link), always: false })
    const written = this.#present<Property[]>({
      _links: () => links,
      _embedded: () => embedded.map(({ relation, always }, index) =>
        ({ name: relation, schema: children[index]!, always })),
      _actions: () => actions.map(action => ({ ...action, schema: this.#actionSchema(action, 'HyperAction') })),
      _templates: () => actions.map(action =>
        ({ ...action, name: action.templateName, schema: this.#actionSchema(action, 'HyperTemplate') }))
    }).map(([name, properties]) => [name, properties.filter(isProperty)] as const)
      .filter(([, properties]) => properties.length > 0)
    const required = written.filter(([name, properties]) =>
      this.isLinked && this.#isInAll(name) && properties.some(({ always }) => always))
    return {
      properties: Object.fromEntries(written.map(([name, properties]) => [name, objectWith(properties)])),
      required: required.map(([name]) => name)
    }
  }

  /** Returns the members of a resource whose configuration depends on its value. */
  anyMembers (): MemberSchemas {
    const { link } = this
    const values = this.#present<Schema>({
      _links: () => ({ anyOf: [link, arrayOf(link)] }),
      _embedded: () => ({}),
      _actions: () => this.#document.sharedSchema('HyperAction'),
      _templates: () => this.#document.sharedSchema('HyperTemplate')
    })
    return { properties: Object.fromEntries(values.map(([name, schema]) => [name, mapOf(schema)])), required: [] }
  }

  // What one of the formats has.
  #present<V> (members: Readonly<Record<string, () => V>>): [name: string, value: V][] {
    return Object.entries(members).filter(([member]) => this.#formats.some(format => hasMember(format, member)))
      .map(([name, valueOf]) => [name, valueOf()])
  }

  #isInAll (member: string): boolean {
    return this.#formats.every(format => hasMember(format, member))
  }

  #linkProperty ({ relation, many, deprecated, always }: ModelRelation): Property {
    const { link } = this
    if (many) return { name: relation, schema: arrayOf(link), always }
    return { name: relation, schema: described(link, deprecated && { deprecated }), always }
  }

  // Generators make one type of all actions. The operation that an action links to documents its method and summary.
  #actionSchema ({ title, route, deprecated }: ModelAction, component: 'HyperAction' | 'HyperTemplate'): Schema {
    const base = this.#document.sharedSchema(component)
    const isTitled = title !== null && title !== route?.summary
    return described(base, { ...(isTitled && { description: title }), ...(deprecated && { deprecated }) })
  }
}

// Keywords apply beside a reference only in `allOf`.
function described (reference: Schema, keywords: Schema | false): Schema {
  if (Object.keys(keywords).length === 0) return reference
  return { allOf: [reference], ...keywords }
}

function hasMember ({ name }: WireFormat, member: string): boolean {
  return [name, undefined].includes(ONLY_IN[member])
}

// Tools that read schemas misinterpret some names.
function isProperty ({ name }: Property): boolean {
  return !['$ref', '$id', '__proto__'].includes(name)
}

function objectWith (properties: readonly Property[]): Schema {
  const required = properties.filter(({ always }) => always).map(({ name }) => name)
  return objectOf(required, Object.fromEntries(properties.map(({ name, schema }) => [name, schema])))
}
