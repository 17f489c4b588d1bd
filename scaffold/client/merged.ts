import type { ApiModel, ModelAction, ModelOutput, ModelType } from '../../lib/model/model.ts'
import { freeName, methodAndPath, typeName } from '../../lib/model/names.ts'

type Rename = (name: string | null) => string | null

/** Returns the name of an action in the formats of an API. */
type NameOf = (action: ModelAction, formats: readonly string[]) => string

/** What the client reads of models. */
type Merged = Pick<ApiModel, 'types' | 'routes'>

/**
 * Merges the models of several registrations, by prefix; a type has it in its name if an earlier type has that name.
 * @param nameOf by default, the name of an action is the one that the client reads: it prefers HAL-FORMS
 */
export function merged (models: readonly ApiModel[], nameOf: NameOf = nameInClient): Merged {
  const used = new Set<string>()
  const all = models.toSorted((one, other) => placeOf(one) < placeOf(other) ? -1 : 1)
    .map(model => renamed(model, used, nameOf))
  return { types: all.flatMap(({ types }) => types), routes: all.flatMap(({ routes }) => routes) }
}

const nameInClient: NameOf = ({ name, templateName }, formats) => formats.includes('hal-forms') ? templateName : name

function renamed ({ prefix, formats, types, routes }: ApiModel, used: Set<string>, nameOf: NameOf): Merged {
  const scope = prefix === '' ? '' : typeName(prefix.replaceAll('/', '-'))
  const names = new Map(types.map(({ name, routes }) =>
    [name, freeName([name, scope + name, ...routes.slice(0, 1).map(routeName)], used)]))
  const rename: Rename = name => name === null ? null : names.get(name)!
  return {
    types: types.map(type => withNames(type, rename, action => nameOf(action, formats))),
    routes: routes.map(route => ({ ...route, output: route.output === null ? null : output(route.output, rename) }))
  }
}

// Two scopes of one prefix have different routes. The order of their registration is not part of a name.
function placeOf ({ prefix, routes }: ApiModel): string {
  return [prefix, ...routes.map(({ url }) => url).toSorted()].join(' ')
}

// `GET /orders/:id`
function routeName (route: string): string {
  const [method, path] = route.split(' ') as [string, string]
  return methodAndPath(method, path)
}

function withNames (type: ModelType, rename: Rename, nameOf: (action: ModelAction) => string): ModelType {
  return {
    ...type,
    name: rename(type.name)!,
    relations: type.relations.map(relation => ({ ...relation, target: rename(relation.target) })),
    embedded: type.embedded.map(embed => ({ ...embed, target: rename(embed.target) })),
    actions: type.actions.map(action => ({ ...action, name: nameOf(action), output: output(action.output, rename) })),
    item: type.item === undefined ? undefined : rename(type.item)
  }
}

function output ({ types, empty }: ModelOutput, rename: Rename): ModelOutput {
  return { types: types.map(rename), empty }
}
