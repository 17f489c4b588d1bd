// The type of a link configuration: what messages call it, and that it belongs to one configuration.
import type { LinkConfig } from '../../types/links.ts'
import { describe } from '../diagnostics/wording.ts'
import { fail } from '../errors.ts'
import { isSchema, schemaId, schemaTitle, withoutFragment } from '../routes/schema-id.ts'
import type { CompiledConfig } from './compiled.ts'

/** What messages call a type without a name. No class has this name. */
export const UNNAMED = 'an unnamed type'

/** A configuration's type as messages name it. @throws FST_ERR_HYPER_INVALID_CONFIG */
export function configTypeName (config: LinkConfig<never>): string {
  const { type } = config
  if (type === undefined) return ['DefinedLinks', 'Object', ''].includes(config.constructor.name) ? UNNAMED : config.constructor.name
  if (typeof type === 'function' && typeof type.prototype === 'object') return type.name
  const id = typeof type === 'string' ? withoutFragment(type) : schemaId(type)
  if (id !== null && id !== '') return id
  if (id === null && isSchema(type)) return schemaTitle(type) ?? UNNAMED
  const remedy = 'Its type is a class, a schema, or the $id of one. Omit it to bind the configuration with links: config.'
  return fail('FST_ERR_HYPER_INVALID_CONFIG', 'link configuration', describe(type), remedy)
}

/** Whether a type is a schema that only its object identifies. */
export function isAnonymous (type: unknown): boolean {
  return isSchema(type) && schemaId(type) === null
}

/** Makes a configuration the owner of a type. @throws FST_ERR_HYPER_DUPLICATE_CONFIG if the type has one */
export function claimType<K> (owners: Map<K, CompiledConfig>, key: K, compiled: CompiledConfig): void {
  if (owners.has(key)) fail('FST_ERR_HYPER_DUPLICATE_CONFIG', 'fastify-hyper options, links', compiled.subject)
  owners.set(key, compiled)
}
