// The files that a draft is written as. All names of the app are identifiers made of their words, or quoted.
import { key, quoted } from '../catalog-text.ts'
import type { AppRoute } from './collect.ts'
import { type Config, configsOf, type Declaration, type Draft, type ListConfig } from './draft.ts'
import { camel, isPlural, Names, pascal, plural, singular } from './names.ts'
import { collectionSegment } from './paths.ts'
import type { Shape } from './shape.ts'
import type { Style } from './style.ts'
import type { Value } from './values.ts'

/** The names of the routes of a catalog. */
export type Catalog = ReadonlyMap<AppRoute, string>

/** Returns the files by their names, without the extension. */
export function filesOf (draft: Draft, style: Style): Map<'links' | 'routes' | 'index', string> {
  const catalog = catalogOf(draft)
  const writer = new Writer(draft, catalog, style)
  return new Map([
    ['links', writer.links()],
    ['routes', writer.routes()],
    ['index', writer.index()]
  ])
}

/** Returns the names of the routes that links lead to, and that respond with them. */
export function catalogOf (draft: Draft): Catalog {
  const names = new Names(['Root'])
  const configs = configsOf(draft)
  const used = new Set(
    configs.flatMap(({ declarations, bound }) => [...declarations, ...bound].map(({ route }) => route))
  )
  const ids = draft.app.map(({ operationId }) => operationId).filter(id => id !== null)
  const repeated = ids.filter((id, index) => ids.indexOf(id) !== index)
  const routes = draft.app.filter(
    route =>
      route !== draft.rootRoute && route.path !== null && (used.has(route) || repeated.includes(route.operationId!))
  )
  return new Map(routes.map(route => [route, names.take(...routeNames(route, draft))]))
}

const VERBS: Readonly<Record<string, string>> = { POST: 'Create', PUT: 'Replace', PATCH: 'Update', DELETE: 'Delete' }

// `GetOrder` of `GET /orders/:id`; with what is above it if another route has the name.
function routeNames (route: AppRoute, { collections, routes }: Draft): string[] {
  const { method, path, operationId } = route
  const own = operationId !== null && /^[A-Za-z]\w*$/.test(operationId) ? [pascal(operationId)] : []
  const statics = path!.segments.filter(segment => !segment.startsWith(':'))
  const isList =
    collections.some(collection => collection.route === route) ||
    (route.response === undefined && method === 'GET' && !path!.isItem && isPlural(path!.segments.at(-1) ?? ''))
  const last = path!.segments.at(-1)?.startsWith(':') === true
  const noun = (segment: string) => (isList ? plural(segment) : singular(segment))
  const tail = isList ? collectionSegment(path!) : statics.at(-1) ?? 'root'
  const isNoun =
    last ||
    (method === 'POST' && isPlural(tail)) ||
    routes.some(other => other.method === 'GET' && other.path!.key === path!.key)
  const isVerb = method !== 'GET' && !isNoun
  const verb = method === 'GET' ? (isList ? 'List' : 'Get') : VERBS[method] ?? pascal(method.toLowerCase())
  const before = (count: number) => statics.slice(0, -1).slice(-count).map(singular).join(' ')
  const isAction = isVerb && method !== 'DELETE'
  const short = isAction ? pascal(`${tail} ${before(1)}`) : verb + pascal(noun(tail))
  const long = (count: number) =>
    isAction ? pascal(`${tail} ${before(count)}`) : verb + pascal(`${before(count)} ${noun(tail)}`)
  return [
    ...own,
    short,
    long(1),
    long(2),
    long(9),
    `${pascal(method.toLowerCase())}${pascal(path!.segments.join(' '))}`
  ]
}

class Writer {
  readonly #draft: Draft
  readonly #catalog: Catalog
  readonly #style: Style
  readonly #identifiers = new Map<Config, string>()
  readonly #types = new Map<Config, string>()

  constructor (draft: Draft, catalog: Catalog, style: Style) {
    this.#draft = draft
    this.#catalog = catalog
    this.#style = style
    const identifiers = new Names()
    const types = new Names(['Routes', 'LinkTarget', 'Record', 'Array', 'String', 'Object'])
    for (const config of configsOf(draft)) {
      this.#identifiers.set(config, identifiers.take(`${camel(config.name)}Links`))
      this.#types.set(config, types.take(config.name))
    }
  }

  routes (): string {
    const { rootUrl } = this.#draft
    const entries = [
      ['Root', `GET ${rootUrl}`],
      ...[...this.#catalog].map(([{ method, url }, name]) => [name, `${method} ${url}`])
    ]
    const lines = entries.map(([name, signature]) => `  ${key(name!)}: ${quoted(signature!)}`)
    const typed = this.#style.typescript ? ', type SignaturesOf' : ''
    return this.#lines(
      this.#import(`{ defineRoutes${typed} }`, 'fastify-hyper'),
      '',
      `${this.#export('Routes')}defineRoutes({`,
      lines.join(',\n'),
      '});',
      ...(this.#style.typescript
        ? [
            '',
            "declare module 'fastify-hyper' {",
            '  interface RouteNames extends SignaturesOf<typeof Routes> {}',
            '}'
          ]
        : []),
      ...this.#exports(['Routes'])
    )
  }

  links (): string {
    const configs = configsOf(this.#draft)
    const text = configs.map(config => this.#config(config)).join('\n')
    const names = text.includes('LinkTarget.') ? '{ defineLinks, LinkTarget }' : '{ defineLinks }'
    return this.#lines(
      this.#import(names, 'fastify-hyper'),
      this.#import('{ Routes }', this.#file('routes')),
      '',
      ...(this.#style.typescript ? configs.map(config => this.#interface(config)) : []),
      text.trimEnd(),
      ...this.#exports([...this.#identifiers.values()])
    )
  }

  index (): string {
    const { typescript, pluginPackage } = this.#style
    const bound = configsOf(this.#draft).flatMap(config =>
      config.bound.map(({ route, at }) => ({ config, route, at }))
    )
    const entries = bound
      .filter(({ route }) => this.#catalog.has(route))
      .map(
        ({ config, route, at }) =>
          `  ${key(this.#catalog.get(route)!)}: ` +
          `${this.#identifiers.get(config)!}${at === null ? '' : `.at(${quoted(at)})`}`
      )
    const own = bound.filter(({ route }) => this.#catalog.has(route)).map(({ config }) => config)
    const identifiers = [...new Set([...own, this.#draft.root])]
      .map(config => this.#identifiers.get(config)!)
      .toSorted()
    const root = this.#draft.rootRoute === null ? ['', '  app.get(Routes.Root.url, () => ({}));'] : []
    const wrapped = pluginPackage
      ? "fp(hypermedia, { name: 'hypermedia' })"
      : "Object.assign(hypermedia, { [Symbol.for('skip-override')]: true })"
    return this.#lines(
      ...(typescript ? [this.#import('type { FastifyInstance, RouteOptions }', 'fastify')] : []),
      this.#importHyper(),
      ...(pluginPackage ? [this.#import('fp', 'fastify-plugin')] : []),
      this.#import(`{ ${identifiers.join(', ')} }`, this.#file('links')),
      this.#import('{ Routes }', this.#file('routes')),
      '',
      `const links${typescript ? ': Readonly<Record<string, LinkConfig<never> | undefined>>' : ''} = {`,
      [`  Root: ${this.#identifiers.get(this.#draft.root)!}`, ...new Set(entries)].join(',\n'),
      `}${typescript ? ' satisfies { [Name in keyof typeof Routes]?: LinkConfig<never> }' : ''};`,
      '',
      `async function hypermedia (app${typescript ? ': FastifyInstance' : ''})${typescript ? ': Promise<void>' : ''} {`,
      "  app.addHook('onRoute', addLinks);",
      "  await app.register(hyper, { defaultFormat: 'none', hrefs: 'path' });",
      ...root,
      '}',
      '',
      `function addLinks (route${typescript ? ': RouteOptions' : ''})${typescript ? ': void' : ''} {`,
      "  const methods = [route.method].flat().map(method => method === 'HEAD' ? 'GET' : method);",
      '  const found = Object.values(Routes).find(({ method, url }) => url === route.url && methods.includes(method));',
      '  if (found === undefined) return;',
      '  route.config = { ...route.config, hyper: { name: found.name, links: links[found.name] ?? false } };',
      '}',
      '',
      this.#style.commonjs ? `module.exports = ${wrapped};` : `export default ${wrapped};`
    )
  }

  // A configuration

  #config (config: Config): string {
    const { name, kind } = config
    const type = this.#style.typescript && this.#membersOf(config).size > 0 ? `<${this.#types.get(config)!}>` : ''
    const list = kind === 'list' ? (config as ListConfig) : null
    const item = list?.item == null ? undefined : this.#identifiers.get(list.item)
    const declarations = config.declarations.filter(({ call }) => list?.page == null || call !== 'self')
    return [
      `${this.#export(this.#identifiers.get(config)!)}defineLinks${type}(links => {`,
      ...(kind === 'root' ? ['  links.self(Routes.Root());'] : []),
      ...declarations.map(declaration => this.#declaration(config, declaration)),
      ...(item === undefined ? [] : [`  links.items(${quoted(list!.member)}, ${item});`]),
      ...(list?.page == null ? [] : [`  links.page(${this.#page(config, list.page)});`]),
      `}, { name: ${quoted(name)} });`,
      ''
    ].join('\n')
  }

  #declaration (config: Config, declaration: Declaration): string {
    const { call, relation, values } = declaration
    const subject = this.#subject(config)
    const start = `  links.${call}(${call === 'self' ? '' : `${quoted(relation)}, `}`
    if (call === 'linkMany') return `${start}${this.#many(declaration, subject)});`
    const condition = values === 'request' ? '' : this.#condition([...values, ...queryValue(declaration)], subject)
    const when = condition === '' ? '' : `.when(${subject} => ${condition})`
    const text = `${start}${this.#target(declaration, subject)})`
    const isLong = text.length + when.length > 110
    return `${text}${isLong && when !== '' ? '\n    ' : ''}${when};`
  }

  #target (declaration: Declaration, subject: string): string {
    const { route, values, query, template } = declaration
    const isOfRequest = values === 'request' || query === 'request'
    const options = query === null ? '' : `{ query: ${this.#query(declaration, subject)} }`
    const given =
      values === 'request'
        ? `request.params${this.#style.typescript ? ` as { ${parametersText(route)} }` : ''}`
        : values.length > 0
          ? `${subject} => (${this.#object(values, subject)})`
          : options === ''
            ? ''
            : '{}'
    const name = this.#catalog.get(route)!
    const args = [given, options].filter(text => text !== '').join(', ')
    const target = template
      ? `LinkTarget.routeTemplate(${[quoted(name), given].filter(text => text !== '').join(', ')})`
      : `Routes${access(name)}(${args})`
    return isOfRequest ? `(_, { request }) => ${target}` : target
  }

  #query ({ query }: Declaration, subject: string): string {
    if (query === 'request') return `request.query${this.#style.typescript ? ' as Record<string, string>' : ''}`
    return `${subject} => (${this.#object([query!.value], subject)})`
  }

  #many ({ route, values }: Declaration, subject: string): string {
    const given = values as readonly Value[]
    const last = given.at(-1)!
    const others = given.slice(0, -1).map(value => `${key(value.parameter)}: ${this.#read(value, subject)}`)
    const own = last.parameter === 'id' ? 'id' : `${key(last.parameter)}: id`
    const list = `${subject}${last.path.map(access).join('')}`
    const [open, end] = last.absent.length > 0 ? ['?', ' ?? []'] : ['', '']
    const target = `Routes${access(this.#catalog.get(route)!)}({ ${[...others, own].join(', ')} })`
    return `${subject} => ${list}${open}.map(id => ${target})${end}`
  }

  #object (values: readonly Value[], subject: string): string {
    return `{ ${values.map(value => `${key(value.parameter)}: ${this.#read(value, subject)}`).join(', ')} }`
  }

  #read ({ path, absent }: Value, subject: string): string {
    return path.reduce((text, name, index) => {
      const isAbsent = absent.some(({ path }) => path.length === index + 1)
      return `${text}${access(name)}${isAbsent && this.#style.typescript ? '!' : ''}`
    }, subject)
  }

  #condition (values: readonly Value[], subject: string): string {
    const parts = values.flatMap(({ absent }) =>
      absent.map(({ path, nullable, optional }) => {
        const operator = nullable && optional ? '!= null' : nullable ? '!== null' : '!== undefined'
        return `${subject}${path.map(access).join('')} ${operator}`
      })
    )
    return [...new Set(parts)].join(' && ')
  }

  #page (config: Config, { sources, query, guards }: NonNullable<ListConfig['page']>): string {
    const subject = this.#subject(config)
    const parts = Object.entries(sources).map(([name, source]) => {
      const guard = guards[name]
      if (guard === undefined) return `${name}: ${typeof source === 'string' ? quoted(source) : source}`
      const [has, value] = [guard, String(source)].map(path => `${subject}${path.split('.').map(access).join('')}`)
      const type = this.#style.typescript ? `: ${this.#types.get(config)!}` : ''
      return `${name}: (${subject}${type}) => ${has} ? ${value} : null`
    })
    const renamed = Object.entries(query).map(([name, parameter]) => `${name}: ${quoted(parameter)}`)
    return `{ ${[...parts, ...(renamed.length === 0 ? [] : [`query: { ${renamed.join(', ')} }`])].join(', ')} }`
  }

  // The variable that is the resource.
  #subject ({ name, kind }: Config): string {
    if (kind !== 'resource') return 'list'
    const subject = camel(name)
    return RESERVED.has(subject) ? `${subject}_` : subject
  }

  // Types

  #interface (config: Config): string {
    const members = this.#membersOf(config)
    return members.size === 0 ? '' : `interface ${this.#types.get(config)!} ${this.#members(members, '')}\n`
  }

  #members (tree: Tree, indent: string): string {
    const lines = [...tree].map(([name, { optional, type, nullable, members }]) => {
      const inner = members.size === 0 ? type : this.#members(members, `${indent}  `)
      return `${indent}  ${key(name)}${optional ? '?' : ''}: ${inner}${nullable ? ' | null' : ''};`
    })
    return `{\n${lines.join('\n')}\n${indent}}`
  }

  // The members that the declarations read.
  #membersOf (config: Config): Tree {
    const tree: Tree = new Map()
    const list = config.kind === 'list' ? (config as ListConfig) : null
    for (const declaration of config.declarations) {
      const values = declaration.values === 'request' ? [] : declaration.values
      for (const { path } of [...values, ...queryValue(declaration)]) addMember(tree, path, config.shape)
    }
    if (list === null) return tree
    const hasItem = list.item !== null && this.#identifiers.has(list.item)
    if (hasItem) {
      const item = this.#membersOf(list.item!).size === 0 ? 'object' : this.#types.get(list.item!)!
      const {
        required,
        shape: { nullable }
      } = list.shape.members.get(list.member)!
      tree.set(list.member, { type: `${item}[]`, optional: !required, nullable, members: new Map() })
    }
    const { sources = {}, guards = {} } = list.page ?? {}
    for (const path of [...Object.values(sources), ...Object.values(guards)]) {
      if (typeof path === 'string') addMember(tree, path.split('.'), config.shape)
    }
    return tree
  }

  // Modules

  #import (what: string, from: string): string {
    if (!this.#style.commonjs) return `import ${what} from ${quoted(from)};`
    return `const ${what} = require(${quoted(from)});`
  }

  #importHyper (): string {
    if (this.#style.commonjs) return "const { hyperPlugin: hyper } = require('fastify-hyper');"
    return this.#import(`hyper${this.#style.typescript ? ', { type LinkConfig }' : ''}`, 'fastify-hyper')
  }

  #export (name: string): string {
    return `${this.#style.commonjs ? '' : 'export '}const ${name} = `
  }

  #exports (names: readonly string[]): string[] {
    return this.#style.commonjs ? ['', `module.exports = { ${names.join(', ')} };`] : []
  }

  #file (name: string): string {
    return `./${name}${this.#style.importExtension}`
  }

  #lines (...lines: readonly string[]): string {
    return this.#style.format(`${lines.join('\n').replace(/\n{3,}/g, '\n\n')}\n`)
  }
}

type Tree = Map<string, { type: string; optional: boolean; nullable: boolean; members: Tree }>

function addMember (tree: Tree, [name, ...inner]: readonly string[], shape: Shape): void {
  const { required, shape: member } = shape.members.get(name!)!
  const known = tree.get(name!)
  const entry = known ?? {
    type: typeText(member),
    optional: !required,
    nullable: member.nullable,
    members: new Map()
  }
  tree.set(name!, entry)
  if (inner.length > 0) addMember(entry.members, inner, member)
}

function typeText ({ kind, types, element }: Shape): string {
  if (kind === 'list') return element === null ? 'unknown[]' : `Array<${typeText(element)}>`
  const names = [...new Set(types.map(type => (type === 'integer' ? 'number' : type)))]
  return kind === 'scalar' && names.length > 0 ? names.join(' | ') : 'unknown'
}

function parametersText ({ path }: AppRoute): string {
  return path!.parameters.map(({ name }) => `${key(name)}: string`).join(', ')
}

function queryValue ({ query }: Declaration): Value[] {
  return query === null || query === 'request' ? [] : [query.value]
}

function access (name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) && name !== '__proto__' ? `.${name}` : `[${quoted(name)}]`
}

const RESERVED = new Set([
  ...[
    'arguments',
    'await',
    'break',
    'case',
    'catch',
    'class',
    'const',
    'continue',
    'debugger',
    'default',
    'delete',
    'do'
  ],
  ...[
    'else',
    'enum',
    'eval',
    'export',
    'extends',
    'false',
    'finally',
    'for',
    'function',
    'if',
    'implements',
    'import'
  ],
  ...[
    'in',
    'instanceof',
    'interface',
    'let',
    'links',
    'new',
    'null',
    'package',
    'private',
    'protected',
    'public',
    'request'
  ],
  ...[
    'return',
    'static',
    'super',
    'switch',
    'this',
    'throw',
    'true',
    'try',
    'typeof',
    'undefined',
    'var',
    'void',
    'while'
  ],
  ...['with', 'yield', 'id', 'list']
])
