import { inFirstLanguage } from '../context/languages.ts'
import type { CompiledAction, CompiledConfig, CompiledEmbed, CompiledRelation } from '../links/compiled.ts'
import type { NamedRoute } from '../routes/named-route.ts'
import { sharedSchemas } from '../schema/references.ts'
import type { ModelAction, ModelConfig, ModelEmbed, ModelRelation } from './model.ts'

export function configModel (compiled: CompiledConfig): ModelConfig {
  return {
    subject: compiled.subject,
    relations: relationsIn(compiled).map(relationModel),
    embedded: compiled.embeds.map(embedModel),
    actions: actionsIn(compiled).map(actionModel)
  }
}

/** The relations that resources can have. */
export function relationsIn ({ relations }: Pick<CompiledConfig, 'relations'>): readonly CompiledRelation[] {
  return relations.filter(({ links }) => !links.every(({ never }) => never))
}

/** The actions that resources can have. */
export function actionsIn ({ actions }: Pick<CompiledConfig, 'actions'>): readonly CompiledAction[] {
  return actions.filter(({ never }) => !never)
}

export function relationModel ({ relation, array, links }: CompiledRelation): ModelRelation {
  const routes = links.flatMap(link => link.routes)
  const mediaTypes = new Set(links.map(({ attributes }) => attributes.type ?? null))
  return {
    relation,
    routes: [...new Set(routes.map(({ name }) => name))],
    mediaType: mediaTypes.size === 1 ? [...mediaTypes][0]! : null,
    many: array,
    policies: [...new Set([...links.flatMap(link => link.policies), ...routes.flatMap(policiesOf)])],
    always: links.some(link => link.always),
    deprecated: routes.length > 0 && routes.every(isDeprecated)
  }
}

export function embedModel ({ relation, many, policies, always, onDemand }: CompiledEmbed): ModelEmbed {
  return { relation, many, policies, always: always && !onDemand, onDemand }
}

export function actionModel (action: CompiledAction): ModelAction {
  const { name, templateName, title, method, route, contentType, hasValues, inputSchema, form, fixed } = action
  const { policies, always } = action
  const input = inputSchema === undefined ? null : { schema: inputSchema, shared: sharedSchemas(route?.server) }
  return {
    name,
    templateName,
    title: inFirstLanguage(title),
    method,
    route: route && { name: route.name, url: route.url, summary: route.summary },
    contentType,
    hasValues,
    input: fixed && (route !== null || input !== null) ? input : undefined,
    fields: form.properties,
    policies: [...new Set([...policies, ...route?.settings.guard.policies ?? []])],
    deprecated: route !== null && isDeprecated(route),
    always,
    dangerous: method === 'DELETE' || action.isDangerous
  }
}

function policiesOf ({ settings: { guard } }: NamedRoute): readonly string[] {
  return guard.policies
}

function isDeprecated ({ settings: { deprecation } }: NamedRoute): boolean {
  return deprecation !== null
}
