// Components of the app: how it shows the values of a member, or the resources of a type.
import { describe, suggestion } from '../lib/diagnostics/wording.ts'
import { fail } from '../lib/errors.ts'
import { checkFunction, checkKeys, checkPlainObject } from '../lib/options/checks.ts'
import type { HtmlComponents, MemberComponent, TypeComponent } from '../types/html.ts'

/** The components of a registration, by name. */
export interface Components {
  readonly types: ReadonlyMap<string, TypeComponent>
  readonly members: ReadonlyMap<string, MemberComponent>
}

const PLACE = 'html options, components'

/** Checks the option `components`. @throws FST_ERR_HYPER_UNKNOWN_KEY, FST_ERR_HYPER_INVALID_OPTION */
export function readComponents (components: HtmlComponents = {}): Components {
  checkPlainObject(PLACE, components)
  checkKeys(PLACE, components, ['types', 'members'])
  const { types, members } = components
  return { types: read('types', types), members: read('members', members) }
}

function read<C> (kind: string, components: Readonly<Record<string, C>> = {}): ReadonlyMap<string, C> {
  checkPlainObject(`${PLACE}, ${kind}`, components)
  for (const [name, component] of Object.entries(components)) {
    checkFunction(`${PLACE}, ${kind}, ${name}`, component, 'Give a function that returns what markup returns.')
  }
  return new Map(Object.entries(components))
}

/** Checks the names of types, when the app is ready. @throws FST_ERR_HYPER_INVALID_OPTION */
export function checkTypes ({ types }: Components, known: readonly string[]): void {
  for (const name of types.keys()) {
    if (known.includes(name)) continue
    const remedy = `The API has no type with this name.${suggestion(name, known)} Its types: ${known.join(', ')}.`
    fail('FST_ERR_HYPER_INVALID_OPTION', `${PLACE}, types`, describe(name), remedy)
  }
}
