import type { LinkedOptions } from '../../../types/declarations.ts'
import type { FieldOptions, ProjectedField } from '../../../types/forms.ts'
import { computed, type Steps } from '../../async/steps.ts'
import type { Environment } from '../../context/environment.ts'
import type { Resolution } from '../../context/resolution.ts'
import { routeTarget } from '../../declare/target.ts'
import { essence } from '../../http/media-type.ts'
import type { Check } from '../../policies/conditions.ts'
import { TargetPolicies } from '../../policies/target-policies.ts'
import type { RouteSchema } from '../../routes/named-route.ts'
import { contentSchemas } from '../../schema/content.ts'
import { compileReadable } from '../../targets/checks.ts'
import type { CompiledTarget } from '../../targets/target.ts'
import { omit, type Omittable, unresolved } from '../../targets/why-omitted.ts'
import type { FieldOwner } from './label.ts'
import type { FormField } from './leaves.ts'

const JSON_TYPE = 'application/json'
const ANY_TYPE = '*/*'

/** Choices that a route lists. The form contains a link to that route. */
export interface Choices {
  /** Whether the link depends on the origin only, not on the resource or the caller. */
  readonly constant: boolean
  /** Whether policies decide on the link. */
  readonly byPolicy: boolean
  /**
   * Returns the field with the link to its choices; unchanged if the link is hidden from the caller or
   * cannot be resolved.
   */
  addTo (field: ProjectedField, resource: unknown, resolution: Resolution): Steps<ProjectedField>
}

/** Compiles the choices of a field. Returns null for a link that never works, which is reported. */
export function compileChoices (
  { route, promptField, valueField }: LinkedOptions, derived: FormField, owner: FieldOwner
): Choices | null {
  const place = `${owner.place}, options`
  const target = typeof route === 'string' ? routeTarget(route) : route
  const compiled = compileReadable(target, place, owner.environment)
  if (compiled === null) return null
  const members = { ...promptField !== undefined && { promptField }, ...valueField !== undefined && { valueField } }
  return new LinkedChoices(compiled, { ...members, ...limits(derived) }, { ...owner, place })
}

class LinkedChoices implements Choices {
  readonly #compiled: CompiledTarget
  readonly #shared: Partial<FieldOptions>
  readonly #owner: Omittable
  readonly #type: string | null
  readonly #check: Check | null

  constructor (compiled: CompiledTarget, shared: Partial<FieldOptions>, owner: FieldOwner) {
    this.#compiled = compiled
    this.#shared = shared
    this.#owner = owner
    this.#type = mediaTypeOf(compiled)
    this.#check = checkOf(compiled, owner.place, owner.environment)
  }

  get constant (): boolean {
    return this.#check === null && this.#compiled.constant
  }

  get byPolicy (): boolean {
    return this.#check !== null
  }

  * addTo (field: ProjectedField, resource: unknown, resolution: Resolution): Steps<ProjectedField> {
    const check = this.#check
    if (check !== null && !(yield * computed(check(resource, resolution)))) return field
    const { parts, templated } = this.#compiled
    const { href } = this.#compiled.resolve(resource, resolution)
    if (href === null) return omit(this.#owner, unresolved(parts, resource, resolution), resolution) ?? field
    // Some clients ignore the options of a field with a type.
    const { value, options, type: _type, ...others } = field
    let selectedValues = options?.selectedValues
    if (selectedValues === undefined && value !== undefined) selectedValues = [value]
    const link = {
      href, ...this.#type !== null && { type: this.#type }, ...templated && { templated: true as const }
    }
    return { ...others, options: { link, ...this.#shared, ...selectedValues !== undefined && { selectedValues } } }
  }
}

// Choices are another resource than the one that is represented.
function checkOf ({ route }: CompiledTarget, place: string, environment: Environment): Check | null {
  if (route === null) return null
  return new TargetPolicies('other', { conditions: [] }, place, environment).checkOf(environment.routes.all(route.name))
}

// The declared type of the target, else the type of the response schema of its route. Fastify sends JSON by default.
function mediaTypeOf ({ parts: { attributes }, route }: CompiledTarget): string | null {
  if (attributes?.type) return attributes.type
  if (route === null) return null
  const types = responseMediaTypes(route.schema)
  if (types.includes(JSON_TYPE)) return JSON_TYPE
  return types.find(type => type !== ANY_TYPE) ?? JSON_TYPE
}

function responseMediaTypes ({ produces, response }: RouteSchema): readonly string[] {
  const responses = new Map(Object.entries(response ?? {}))
  const success = [...responses.keys()].find(status => status.startsWith('2')) ?? 'default'
  const schemas = contentSchemas(responses.get(success))
  if (schemas !== null) return [...schemas.keys()].map(essence)
  return [produces ?? []].flat().map(String)
}

// Clients send an array unless maxItems is 1.
function limits ({ property: { options }, many, required }: FormField): Pick<FieldOptions, 'minItems' | 'maxItems'> {
  if (!many) return { minItems: required ? 1 : 0, maxItems: 1 }
  const { minItems, maxItems } = options ?? {}
  return { ...minItems !== undefined && { minItems }, ...maxItems !== undefined && { maxItems } }
}
