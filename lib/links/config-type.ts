// The name of a link configuration, and that its type belongs to one configuration.
import type { LinkConfig } from '../../types/links.ts'
import type { Declarations } from '../declare/declarations.ts'
import { isTarget } from '../declare/target.ts'
import { describe } from '../diagnostics/wording.ts'
import { fail } from '../errors.ts'
import { isSameRelation } from '../http/link-values.ts'
import { invalid, isName, optionPlace } from '../options/checks.ts'
import { routeNoun } from '../routes/named-route.ts'
import { isSchema, schemaId, schemaTitle } from '../schema/declared.ts'
import { withoutFragment } from '../schema/references.ts'
import type { CompiledConfig } from './compiled.ts'

// What messages call a configuration without a name that no route binds.
const UNNAMED = 'an unnamed type'

// The classes of configurations that no class of the app names.
const UNNAMED_CLASSES = ['DefinedLinks', 'EnvelopeLinks', 'Object', '']

/** The names of the configurations of an app. */
export class ConfigSubjects {
  readonly #used = new Map<string, number>()

  /** Returns what messages call a configuration whose links are not collected. @throws as `configName` does */
  static before (config: LinkConfig<never>, binder: string | null): string {
    return configName(config) ?? binder ?? UNNAMED
  }

  /** @param binder the route or the member that binds the configuration; null for one of the app */
  of (
    config: LinkConfig<never>, declared: Declarations, binder: string | null
  ): Pick<CompiledConfig, 'name' | 'subject'> {
    const self = selfRoute(declared)
    const name = configName(config) ?? (self === null ? null : routeNoun(self))
    return { name, subject: name === null ? this.#numbered(binder ?? UNNAMED) : this.#distinct(name, binder ?? self) }
  }

  #distinct (name: string, place: string | null): string {
    return this.#numbered(place !== null && this.#used.has(name) ? `${name} of ${place}` : name)
  }

  #numbered (subject: string): string {
    const count = (this.#used.get(subject) ?? 0) + 1
    this.#used.set(subject, count)
    return count === 1 ? subject : `${subject} (${count})`
  }
}

/**
 * Returns the name that a configuration has without its links: its own, or the name of its type; null for none.
 * @throws FST_ERR_HYPER_INVALID_CONFIG, FST_ERR_HYPER_INVALID_OPTION
 */
function configName (config: LinkConfig<never>): string | null {
  const { name } = config
  if (name === undefined) return typeName(config)
  if (!isName(name)) invalid('link configuration, name', name, 'Give the name of the type as a string.')
  return name
}

function typeName ({ type, constructor: { name } }: LinkConfig<never>): string | null {
  if (type === undefined) return UNNAMED_CLASSES.includes(name) ? null : name.replace(/(?<=.)Links$/, '')
  if (typeof type === 'function' && typeof type.prototype === 'object') return type.name
  const id = typeof type === 'string' ? withoutFragment(type) : schemaId(type)
  if (id !== null && id !== '') return id
  if (id === null && isSchema(type)) return schemaTitle(type)
  const remedy =
    'Its type is a class, a schema, or the $id of one. Omit it to bind the configuration with links: config.'
  return fail('FST_ERR_HYPER_INVALID_CONFIG', 'link configuration', describe(type), remedy)
}

// A callback chooses its route at request time.
function selfRoute ({ links }: Declarations): string | null {
  const target = links.find(({ relation }) => isSameRelation(relation, 'self'))?.target
  return isTarget(target) && target.kind === 'route' ? target.reference : null
}

/** Makes a configuration the owner of a type. @throws FST_ERR_HYPER_DUPLICATE_CONFIG if the type has one */
export function claimType<K> (owners: Map<K, CompiledConfig>, key: K, compiled: CompiledConfig): void {
  if (owners.has(key)) duplicate(compiled)
  owners.set(key, compiled)
}

/** @throws FST_ERR_HYPER_DUPLICATE_CONFIG */
export function duplicate ({ name, subject }: CompiledConfig): never {
  return fail('FST_ERR_HYPER_DUPLICATE_CONFIG', optionPlace('links'), name ?? subject)
}
