import { statesOf } from './actions.ts'
import { kindOf, listed, titleOf } from './fields.ts'
import { capitalized, wordsOf } from './names.ts'
import type { Field, NewResource, Noun, Target, Transition } from './new-resource.ts'

/** Returns what the templates of a resource have in place of `{{key}}`. */
export function resourceTexts (
  { name: { one, many }, fields, actions }: NewResource, targetOf: (type: string) => Target
): Record<string, string> {
  const states = statesOf(actions)
  const searched = fields.find(({ type }) => type === 'string')!
  return {
    Name: one.type,
    Names: many.type,
    name: one.identifier,
    noun: one.words,
    nouns: many.words,
    a: article(one.words),
    file: one.file,
    path: many.file,
    table: many.table,
    search: searched.name,
    searchLabel: titleOf(searched.name),
    searchSample: `SECOND ${wordsOf(searched.name).join(' ').toUpperCase()}`,
    prefill: prefillOf(fields.map(({ name }) => name)),
    properties: fields.map(propertyOf).join(',\n'),
    columns: [...states.slice(0, 1).map(statusColumn), ...fields.map(field => columnOf(field, targetOf))].join('\n'),
    sqlImport: fields.some(({ type }) => kindOf(type).column.startsWith('sql'))
      ? "import { type Kysely, sql } from 'kysely'"
      : "import type { Kysely } from 'kysely'",
    changes: changesOf(fields),
    references: fields.map(referenceOf).join(''),
    referred: referredTables(fields, targetOf),
    fieldOptions: fieldOptions(one, fields, targetOf),
    fields: fieldsCall(one, fields),
    ...sampleTexts(fields, states),
    ...stateTexts(states),
    actions: actions.map(({ name, from }) =>
      `  links.affordance('${name.file}', Routes.${name.type}${one.type}(({ id }) => ({ id })))\n` +
      `    .when(({ status }) => status === '${from}')\n`).join(''),
    actionRoutes: actions.map(action => routeOf(action, one.type, one.identifier, one.words, many.table)).join(''),
    testedAction: actions.slice(0, 1).map(({ name }) => `, '${name.file}'`).join('')
  }
}

function article (noun: string): string {
  return /^[aeiou]/.test(noun) ? 'an' : 'a'
}

function propertyOf ({ name, type, isOptional }: Field): string {
  const schema = kindOf(type).schema(titleOf(name))
  // A form has no control for a list.
  return `  ${name}: ${isOptional || type === 'string[]' ? `Type.Optional(${schema})` : schema}`
}

function columnOf ({ name, type, isOptional }: Field, targetOf: (type: string) => Target): string {
  const isReference = typeof type === 'object' && 'reference' in type
  const constraints = [
    isOptional ? '' : '.notNull()',
    type === 'string[]' && !isOptional ? ".defaultTo(sql`'{}'`)" : '',
    isReference ? `.references('${tableOf(targetOf(type.reference.type))}.id')` : '',
    isReference ? `.onDelete('${isOptional ? 'set null' : 'cascade'}')` : ''
  ].join('')
  const build = constraints === '' ? '' : `, column => column${constraints}`
  return `    .addColumn('${name}', ${kindOf(type).column}${build})`
}

function statusColumn (state: string): string {
  return `    .addColumn('status', 'text', column => column.notNull().defaultTo('${state}'))`
}

function prefillOf (names: readonly string[]): string {
  const line = `({ ${names.join(', ')} }) => ({ ${names.join(', ')} })`
  if (line.length < LONGEST - 10) return line
  const inner = `{\n      ${joined(names, '      ')}\n    }`
  return `(${inner}) => (${inner})`
}

// A value that a client omits is no longer there; a list, which forms omit, stays.
function changesOf (fields: readonly Field[]): string {
  const optional = fields.filter(({ isOptional, type }) => isOptional && type !== 'string[]')
    .map(({ name }) => `${name}: null`)
  return optional.length === 0 ? 'request.body' : `{\n    ${joined([...optional, '...request.body'], '    ')}\n  }`
}

function referenceOf ({ name, type, isOptional }: Field): string {
  if (typeof type === 'string' || !('reference' in type)) return ''
  const target = `Routes.Get${type.reference.type}(({ ${name} }) => ({ id: ${name}${isOptional ? '!' : ''} }))`
  const condition = isOptional ? `.when(({ ${name} }) => ${name} !== undefined)` : ''
  return `  links.link('${name}', ${target})${condition}\n`
}

// The tables whose examples exist before the examples of the resource.
function referredTables (fields: readonly Field[], targetOf: (type: string) => Target): string {
  const tables = fields.flatMap(({ type }) =>
    typeof type === 'object' && 'reference' in type ? tableOf(targetOf(type.reference.type)) : [])
  return tables.length === 0 ? '' : `, [${listed([...new Set(tables)])}]`
}

function tableOf ({ folder }: Target): string {
  return folder.replaceAll('-', '_')
}

/** Returns what the actions of a resource have for the choices of its references: `.fields(bookFields)`. */
export function fieldsCall ({ identifier }: Noun, fields: readonly Field[]): string {
  const hasReference = fields.some(({ type }) => typeof type === 'object' && 'reference' in type)
  return hasReference ? `.fields(${identifier}Fields)` : ''
}

function fieldOptions (one: Noun, fields: readonly Field[], targetOf: (type: string) => Target): string {
  if (fieldsCall(one, fields) === '') return ''
  const options = fields.flatMap(({ name, type }) => {
    if (typeof type === 'string' || !('reference' in type)) return []
    const { list, label } = targetOf(type.reference.type)
    return `  ${name}: {
    options: {
      route: LinkTarget.route('${list}', {}, { query: { pageSize: 100 } }), promptField: '${label}', valueField: 'id'
    }
  }`
  })
  return `
/** Forms offer what references can lead to. */
export const ${one.identifier}Fields = {
${options.join(',\n')}
}
`
}

// The third one has no optional fields.
function sampleTexts (fields: readonly Field[], states: readonly string[]): Record<string, string> {
  const given = (index: number, chosen = fields) =>
    chosen.map(({ name, type }) => `${name}: ${kindOf(type).sample(index, titleOf(name))}`)
  const example = (index: number, chosen = fields) => objectOf([
    ...states.length === 0 ? [] : [`status: '${states[index % states.length]!}'`], ...given(index, chosen)
  ], '  ')
  return {
    sample1: example(0),
    sample2: example(1),
    sample3: example(2, fields.filter(({ isOptional }) => !isOptional)),
    // What a client writes.
    sample4: objectOf(given(3), '', 60)
  }
}

/** `{ a: 1, b: 2 }`, on several lines if it is long. */
function objectOf (members: readonly string[], indent: string, longest = LONGEST): string {
  const line = `${indent}{ ${members.join(', ')} }`
  return line.length < longest ? line : `${indent}{\n${indent}  ${joined(members, `${indent}  `)}\n${indent}}`
}

const LONGEST = 110

/** Joins members with commas: on one line, or each on its own. */
function joined (members: readonly string[], indent: string): string {
  const line = members.join(', ')
  return line.length < LONGEST ? line : members.join(`,\n${indent}`)
}

function stateTexts (states: readonly string[]): Record<string, string> {
  if (states.length === 0) return { generatedImport: '', statusProperty: '', statusColumnType: '' }
  return {
    generatedImport: "import type { Generated } from 'kysely'\n",
    statusProperty: `  status: Type.Enum([${listed(states)}], { type: 'string', title: 'Status' }),\n`,
    statusColumnType: ` & { status: Generated<${states.map(state => `'${state}'`).join(' | ')}> }`
  }
}

function routeOf ({ name, to }: Transition, type: string, identifier: string, noun: string, table: string): string {
  const summary = `${capitalized(name.words)} ${article(noun)} ${noun}`
  return `
  app.post('/:id/${name.file}', {
    schema: { summary: '${summary}', params: IdSchema, response: { 200: ${type}Schema } },
    config: { hyper: { name: '${name.type}${type}', ...byClerk } }
  }, request => change(app.db, '${table}', resourceOf<typeof ${identifier}>(request), { status: '${to}' }))
`
}
