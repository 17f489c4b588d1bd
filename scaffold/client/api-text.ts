// The source of the module that `hyper-api client` writes.
import type {
  ApiModel, ModelType, ModelVariable, TypeAction, TypeEmbed, TypeRelation
} from '../../lib/model/model.ts'
import { IMPORTED_NAMES, RESERVED_NAMES, typeName } from '../../lib/model/names.ts'
import { SchemaDefinitions } from './schema-definitions.ts'
import { typesOf } from './schema-types.ts'

/** What is written: the types, and the type of the entry point. */
export interface ApiTypes {
  readonly types: ApiModel['types']
  /** Null for an unknown type. */
  readonly start: string | null
}

/** Returns the source of the module. @throws Failure if the library that writes types is not installed */
export async function apiText ({ types, start }: ApiTypes): Promise<string> {
  const definitions = new SchemaDefinitions([...RESERVED_NAMES, ...types.map(({ name }) => name)])
  const interfaces = types.map(type => interfaceText(type, definitions))
  const api = `/** The API: \`createClient<Api>(url)\`. */
export interface Api {
  readonly start: ${start ?? 'Untyped'}
}
`
  const schemas = await typesOf(definitions.definitions)
  const body = [api, ...interfaces, ...schemas === '' ? [] : [`${schemas}\n`]].join('\n')
  const used = IMPORTED_NAMES.filter(name => new RegExp(`\\b${name}\\b`).test(body))
  const imports = used.length === 0 ? '' : `import type { ${used.join(', ')} } from 'fastify-hyper/client'\n\n`
  return `// Written by \`hyper-api client\`: run it again in place of editing this file.\n${imports}${body}`
}

function interfaceText (type: ModelType, definitions: SchemaDefinitions): string {
  const { name, routes, data, movedMembers, open, relations, embedded, actions, item } = type
  const dataName = data === null ? null : definitions.addOutput(`${name}Data`, data, movedMembers)
  const members = (name: 'links' | 'embedded' | 'actions', lines: readonly string[]) =>
    open ? `Untyped['${name}']` : lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n  }`
  return `${comment('', routes.map(route => `\`${route}\``).join(', '))}export interface ${name} {
  readonly data: ${dataName ?? "Untyped['data']"}
  readonly links: ${members('links', relations.map(relation => linkText(relation, name, definitions)))}
  readonly embedded: ${members('embedded', embedded.map(embeddedText))}
  readonly actions: ${members('actions', actions.map(action => actionText(action, name, definitions)))}
  readonly items: ${item === undefined ? (open ? 'Untyped' : 'never') : item ?? 'Untyped'}${onDemandText(type)}
}
`
}

function onDemandText ({ open, onDemand }: ModelType): string {
  const relations = open ? "Untyped['onDemand']" : onDemand.map(quoted).join(' | ')
  return relations === '' ? '' : `\n  readonly onDemand: ${relations}`
}

function linkText (described: TypeRelation, owner: string, definitions: SchemaDefinitions): string {
  const { relation, target, always, deprecated, variables } = described
  const type = variables === undefined
    ? ', TemplateVariables'
    : variables.length === 0
      ? ''
      : `, ${variablesText(`${owner}${typeName(relation)}Variables`, variables, definitions)}`
  return member(relation, always, `LinkTo<${target ?? 'Untyped'}${type}>`, deprecated ? '@deprecated' : '')
}

function variablesText (name: string, variables: readonly ModelVariable[], definitions: SchemaDefinitions): string {
  return definitions.add(name, {
    type: 'object',
    properties: Object.fromEntries(variables.map(({ name: variable, schema }) => [
      variable, schema === null ? { tsType: 'VariableValue' } : definitions.inline(name + typeName(variable), schema)
    ])),
    required: variables.filter(({ required }) => required).map(({ name }) => name)
  })
}

function embeddedText ({ relation, target, always, onDemand }: TypeEmbed): string {
  return member(
    relation, always, target ?? 'Untyped', onDemand ? `On demand: \`{ transclude: [${quoted(relation)}] }\`` : ''
  )
}

function actionText (action: TypeAction, owner: string, definitions: SchemaDefinitions): string {
  const { name, title, method, route, input, output, requiresIfMatch, deprecated, always } = action
  const inputName = input === null
    ? 'NoInput'
    : input === undefined ? "Untyped['data']" : definitions.addInput(`${owner}${typeName(name)}Input`, input)
  const outputs = [...output.types.map(type => type ?? 'Untyped'), ...output.empty ? ['null'] : []]
  const text = [title, route === null ? null : `\`${method} ${route.url}\``, deprecated ? '@deprecated' : null]
    .filter(part => part !== null).join(' ')
  return member(
    name, always, `ActionTo<${inputName}, ${outputs.join(' | ')}${requiresIfMatch ? ", 'ifMatch'" : ''}>`, text
  )
}

function member (name: string, always: boolean, type: string, text: string): string {
  const key = /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name) ? name : quoted(name)
  return `${comment('    ', text)}    readonly ${key}${always ? '' : '?'}: ${type}`
}

function quoted (name: string): string {
  return `'${JSON.stringify(name).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}

// A pattern such as `/files/*/x` would end the comment.
function comment (indent: string, text: string): string {
  return text === '' ? '' : `${indent}/** ${text.replaceAll('*/', '*\\/').replaceAll(/\s+/g, ' ')} */\n`
}
