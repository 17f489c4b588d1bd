import type { LinkAttributes, LinkConfig } from '../../types/links.ts'
import { toError } from '../errors.ts'
import { gatherRest, isPromise } from '../async/promises.ts'
import type { Evaluate } from '../resolution/condition.ts'
import type { WrittenForm } from '../forms/fields/form-fields.ts'
import type { KnownText } from '../resolution/languages.ts'
import type { NamedRoute } from '../routes/named-routes.ts'
import type { Resolution } from '../resolution/resolution.ts'
import type { Located } from '../resolution/target.ts'

/** A link's slot: what follows its `lead`, which needs no escaping in JSON, or all about it, or nothing. */
export type LinkSlot = string | Located | null
/** Several targets under one relation. */
export type ManySlot = readonly Located[] | null
/** An action's slot. */
export type ActionSlot = string | LocatedAction | null

export interface LocatedAction {
  readonly href: string
  readonly method: string
  readonly title: string | null
  readonly contentType: string | null
  /** A page about the end of the route that it leads to. */
  readonly deprecation: string | null
  readonly form: WrittenForm
}

interface Part {
  /** Where it is declared, for messages. */
  readonly place: string
  readonly evaluate: Evaluate<unknown>
  /** Every resource has it: no condition stands before it, and its target is the same for all. */
  readonly always: boolean
}

/** The attributes that all slots of a link share. */
export type SharedAttributes = Omit<LinkAttributes, 'title'> & { readonly title?: KnownText }

/** One declared link. */
export interface CompiledLink extends Part {
  readonly many: boolean
  readonly attributes: SharedAttributes
  readonly templated: boolean
  /** The path that its plain slots go on with, after the origin. */
  readonly lead: string
  /** Whether its plain slots are empty: all is in the lead. */
  readonly constant: boolean
  /** The named routes that its fixed targets lead to. */
  readonly routes: readonly NamedRoute[]
}

/** One relation: its links stand in the slots from `first` on. */
export interface CompiledRelation {
  readonly relation: string
  /** The relation type in a `Link` header: the expanded CURIE, which may be a relative reference, else the relation. */
  readonly type: string
  /** `"self":` */
  readonly key: string
  readonly curie: number
  readonly array: boolean
  readonly first: number
  readonly links: readonly CompiledLink[]
}

export interface CompiledEmbed extends Part {
  readonly relation: string
  readonly key: string
  readonly curie: number
  readonly many: boolean
  readonly config: LinkConfig<never> | null
  /** Whether it has a condition: `.when` or `.requireAuthorization`. */
  readonly conditional: boolean
}

export interface CompiledAction extends Part {
  readonly name: string
  readonly key: string
  readonly curie: number
  /** The key in HAL-FORMS: the name, or `default`. */
  readonly templateKey: string
  readonly templateCurie: number
  /** What all its plain slots share. */
  readonly lead: string
  readonly constant: boolean
  readonly method: string
  readonly title: KnownText
  readonly contentType: string | null
  readonly deprecation: string | null
  /** Its form, where that is the same for every resource and request. */
  readonly form: WrittenForm | null
  /** The named route that its fixed target leads to. */
  readonly route: NamedRoute | null
  /** Whether its target is fixed, so that the method is known. */
  readonly fixed: boolean
}

/** The JSON text of one CURIE, at the index that keys refer to. */
export interface CompiledCurie {
  readonly prefix: string
  readonly template: string
  readonly text: string
}

/** A link configuration, compiled: one slot for each link, embedded relation and action, in this order. */
export interface CompiledConfig {
  /** The name of the resource type, for messages. */
  readonly subject: string
  readonly parts: readonly Part[]
  readonly relations: readonly CompiledRelation[]
  readonly embeds: readonly CompiledEmbed[]
  readonly embedsAt: number
  readonly actions: readonly CompiledAction[]
  readonly actionsAt: number
  readonly curies: readonly CompiledCurie[]
  /** Whether policies decide on its links or embedded resources. */
  readonly gatesLinks: boolean
  /** Whether policies decide on its actions. */
  readonly gatesActions: boolean
  /** Where it was declared; null for what the plugin declares itself. */
  readonly config: LinkConfig<never> | null
}

export type Slots = readonly unknown[]

/** Evaluates a resource's links, embedded values and, where the format shows them, its actions. */
export function evaluate (compiled: CompiledConfig, resource: unknown, resolution: Resolution, withActions: boolean): Slots | Promise<Slots> {
  const { parts } = compiled
  const count = withActions ? parts.length : compiled.actionsAt
  const slots = new Array<unknown>(count)
  let index = 0
  try {
    for (; index < count; index++) {
      const slot = slots[index] = parts[index]!.evaluate(resource, resolution)
      if (isPromise(slot)) {
        slots[index] = placed(slot, parts[index]!)
        return gatherRest(slots, index, index => evaluatePart(parts[index]!, resource, resolution))
      }
    }
  } catch (error) {
    throw toError(parts[index]!.place, error)
  }
  return slots
}

function evaluatePart (part: Part, resource: unknown, resolution: Resolution): unknown {
  try {
    const slot = part.evaluate(resource, resolution)
    return isPromise(slot) ? placed(slot, part) : slot
  } catch (error) {
    throw toError(part.place, error)
  }
}

// A rejection has the place of its callback.
function placed (slot: Promise<unknown>, { place }: Part): Promise<unknown> {
  return slot.catch((error: unknown) => { throw toError(place, error) })
}
