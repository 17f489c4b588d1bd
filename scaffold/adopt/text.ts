// The files that a draft is written as. All names of the app are identifiers made of their words, or quoted.
import { isIdentifier, key, quoted } from '../catalog-text.ts'
import { isReservedWord } from '../resource/names.ts'
import { type Catalog, catalogOf } from './catalog-names.ts'
import { type Config, configsOf, type Declaration, type Draft, type ListConfig, placeOf } from './draft.ts'
import { membersRead, typeLiteral, valuesRead } from './interfaces.ts'
import { camel, Names, pascal } from './names.ts'
import type { Style } from './style.ts'
import type { Value } from './values.ts'

/** Returns the files by their names, without the extension. */
export function filesOf (draft: Draft, style: Style): Map<'links' | 'routes' | 'index', string> {
  const writer = new Writer(draft, style)
  return new Map([
    ['links', writer.links()],
    ['routes', writer.routes()],
    ['index', writer.index()]
  ])
}

/** The names of a configuration in the files. */
interface Written {
  readonly identifier: string
  /** Of its interface. */
  readonly type: string
  /** The variable that is the resource. */
  readonly subject: string
}

class Writer {
  readonly #draft: Draft
  readonly #catalog: Catalog
  readonly #style: Style
  readonly #written = new Map<Config, Written>()

  constructor (draft: Draft, style: Style) {
    this.#draft = draft
    this.#catalog = catalogOf(draft)
    this.#style = style
    const identifiers = new Names()
    const types = new Names(['Routes', 'LinkTarget', 'Record', 'Array', 'String', 'Object'])
    for (const config of configsOf(draft)) {
      const subject = config.kind === 'resource' ? camel(config.name) : 'list'
      this.#written.set(config, {
        identifier: identifiers.take(`${camel(config.name)}Links`),
        type: types.take(config.name),
        subject: config.kind === 'resource' && (isReservedWord(subject) || TAKEN.has(subject)) ? `${subject}_` : subject
      })
    }
  }

  routes (): string {
    const entries = [['Root', `GET ${this.#draft.rootUrl}`]]
    for (const [route, name] of this.#catalog) entries.push([name, placeOf(route)])
    return this.#lines(
      this.#import(`{ defineRoutes${this.#typed(', type SignaturesOf')} }`, 'fastify-hyper'),
      '',
      `${this.#export('Routes')}defineRoutes({`,
      entries.map(([name, signature]) => `  ${key(name!)}: ${quoted(signature!)}`).join(',\n'),
      '});',
      '',
      this.#typed(
        "declare module 'fastify-hyper' {\n  interface RouteNames extends SignaturesOf<typeof Routes> {}\n}"
      ),
      this.#exports(['Routes'])
    )
  }

  links (): string {
    const configs = configsOf(this.#draft)
    const text = configs.map(config => this.#config(config)).join('\n')
    const interfaces = configs.map(config => {
      const members = membersRead(config, this.#itemType(config))
      return members.size === 0 ? '' : `interface ${this.#of(config).type} ${typeLiteral(members)}\n`
    })
    return this.#lines(
      this.#import(text.includes('LinkTarget.') ? '{ defineLinks, LinkTarget }' : '{ defineLinks }', 'fastify-hyper'),
      this.#import('{ Routes }', this.#file('routes')),
      '',
      this.#typed(interfaces.join('\n')),
      text,
      this.#exports(configs.map(config => this.#of(config).identifier))
    )
  }

  index (): string {
    const { typescript, commonjs, pluginPackage } = this.#style
    const { root, rootRoute } = this.#draft
    const bound = configsOf(this.#draft).flatMap(config =>
      config.bound.map(({ route, at }) => ({ name: this.#catalog.get(route), config, at })))
    const named = bound.filter(({ name }) => name !== undefined)
    const entries = named.map(({ name, config, at }) =>
      `  ${key(name!)}: ${this.#of(config).identifier}${at === null ? '' : `.at(${quoted(at)})`}`)
    const identifiers = new Set([...named.map(({ config }) => config), root].map(one => this.#of(one).identifier))
    const wrapped = pluginPackage
      ? "fp(hypermedia, { name: 'hypermedia' })"
      : "Object.assign(hypermedia, { [Symbol.for('skip-override')]: true })"
    const hyper = commonjs
      ? this.#import('{ hyperPlugin: hyper }', 'fastify-hyper')
      : this.#import(`hyper${this.#typed(', { type LinkConfig }')}`, 'fastify-hyper')
    return this.#lines(
      ...typescript ? [this.#import('type { FastifyInstance, RouteOptions }', 'fastify')] : [],
      hyper,
      ...pluginPackage ? [this.#import('fp', 'fastify-plugin')] : [],
      this.#import(`{ ${[...identifiers].toSorted().join(', ')} }`, this.#file('links')),
      this.#import('{ Routes }', this.#file('routes')),
      '',
      `const links${this.#typed(': Readonly<Record<string, LinkConfig<never> | undefined>>')} = {`,
      [`  Root: ${this.#of(root).identifier}`, ...new Set(entries)].join(',\n'),
      `}${this.#typed(' satisfies { [Name in keyof typeof Routes]?: LinkConfig<never> }')};`,
      '',
      `async function hypermedia (app${this.#typed(': FastifyInstance')})${this.#typed(': Promise<void>')} {`,
      "  app.addHook('onRoute', addLinks);",
      "  await app.register(hyper, { defaultFormat: 'none', hrefs: 'path' });",
      ...rootRoute === null ? ['', '  app.get(Routes.Root.url, () => ({}));'] : [],
      '}',
      '',
      `function addLinks (route${this.#typed(': RouteOptions')})${this.#typed(': void')} {`,
      "  const methods = [route.method].flat().map(method => method === 'HEAD' ? 'GET' : method);",
      '  const found = Object.values(Routes).find(({ method, url }) => url === route.url && methods.includes(method));',
      '  if (found === undefined) return;',
      '  route.config = { ...route.config, hyper: { name: found.name, links: links[found.name] ?? false } };',
      '}',
      '',
      `${commonjs ? 'module.exports =' : 'export default'} ${wrapped};`
    )
  }

  // A configuration

  #config (config: Config): string {
    const { identifier, type } = this.#of(config)
    const { page = null, member, item } = config as Partial<ListConfig>
    const hasType = membersRead(config, this.#itemType(config)).size > 0
    const declarations = config.declarations.filter(({ call }) => page === null || call !== 'self')
    const shared = this.#sharedFunctions(config, declarations)
    const linesOf = (isAction: boolean) => declarations.filter(({ call }) => (call === 'affordance') === isAction)
      .map(declaration => this.#declaration(config, declaration, shared))
    return [
      `${this.#export(identifier)}defineLinks${hasType ? this.#typed(`<${type}>`) : ''}(links => {`,
      ...Array.from(shared, ([code, name]) => `  const ${name} = ${this.#withType(code, config)};`),
      ...shared.size === 0 ? [] : [''],
      ...config.kind === 'root' ? ['  links.self(Routes.Root());'] : [],
      ...linesOf(false),
      ...this.#itemType(config) === null ? [] : [`  links.items(${quoted(member!)}, ${this.#of(item!).identifier});`],
      ...page === null ? [] : [`  links.page(${this.#page(config, page)});`],
      ...linesOf(true),
      `}, { name: ${quoted(config.name)} });`,
      ''
    ].join('\n')
  }

  // The functions that several declarations have, with their names: `byId`, `hasCustomerId`.
  #sharedFunctions (config: Config, declarations: readonly Declaration[]): ReadonlyMap<string, string> {
    const { subject } = this.#of(config)
    const names = new Names(['links', subject])
    const found = declarations.filter(({ call }) => call !== 'linkMany').flatMap(({ values, query }) => {
      const given = values === 'request' ? [] : values
      const absent = valuesRead({ values, query }).flatMap(value => value.absent)
      return [
        ...given.length === 0 ? [] : [[this.#object(given, subject), given.map(({ parameter }) => parameter)] as const],
        ...absent.length === 0
          ? []
          : [[conditionOf(absent, subject), absent.map(({ path }) => path.join(' '))] as const]
      ]
    })
    const isRepeated = (code: string) => found.filter(one => one[0] === code).length > 1
    return new Map([...new Map(found)].filter(([code]) => isRepeated(code)).map(([code, words]) =>
      [code, names.take((code.includes('=> ({') ? 'by' : 'has') + pascal([...new Set(words)].join(' and ')))]))
  }

  #withType (code: string, config: Config): string {
    const { subject, type } = this.#of(config)
    return this.#style.typescript ? code.replace(subject, () => `(${subject}: ${type})`) : code
  }

  // Of the items of a list, if they have links.
  #itemType (config: Config): string | null {
    const { item } = config as Partial<ListConfig>
    const written = item && this.#written.get(item)
    if (written === undefined) return null
    return membersRead(item!, null).size === 0 ? 'object' : written.type
  }

  #declaration (config: Config, declaration: Declaration, shared: ReadonlyMap<string, string>): string {
    const { call, relation } = declaration
    const { subject } = this.#of(config)
    const start = `  links.${call}(${call === 'self' ? '' : `${quoted(relation)}, `}`
    if (call === 'linkMany') return `${start}${this.#many(declaration, subject)});`
    const absent = valuesRead(declaration).flatMap(value => value.absent)
    const condition = conditionOf(absent, subject)
    const when = absent.length === 0 ? '' : `.when(${shared.get(condition) ?? condition})`
    const text = `${start}${this.#target(declaration, subject, shared)})`
    return `${text}${when !== '' && text.length + when.length > 110 ? '\n    ' : ''}${when};`
  }

  #target (
    { route, values, query, template }: Declaration, subject: string, shared: ReadonlyMap<string, string>
  ): string {
    const parameters = route.path!.parameters.map(({ name }) => `${key(name)}: string`).join(', ')
    const own = values === 'request' || values.length === 0 ? null : this.#object(values, subject)
    const given = values === 'request'
      ? [`request.params${this.#typed(` as { ${parameters} }`)}`]
      : own !== null ? [shared.get(own) ?? own] : query === null ? [] : ['{}']
    const read = query === 'request'
      ? `request.query${this.#typed(' as Record<string, string>')}`
      : query && this.#object([query.value], subject)
    const options = read === null ? [] : [`{ query: ${read} }`]
    const name = this.#catalog.get(route)!
    const target = template
      ? `LinkTarget.routeTemplate(${[quoted(name), ...given].join(', ')})`
      : `Routes${access(name)}(${[...given, ...options].join(', ')})`
    return values === 'request' || query === 'request' ? `(_, { request }) => ${target}` : target
  }

  #object (values: readonly Value[], subject: string): string {
    const members = values.map(value => `${key(value.parameter)}: ${this.#read(value, subject)}`)
    return `${subject} => ({ ${members.join(', ')} })`
  }

  #many ({ route, values }: Declaration, subject: string): string {
    const given = [...values as readonly Value[]]
    const { parameter, path, absent } = given.pop()!
    const others = given.map(value => `${key(value.parameter)}: ${this.#read(value, subject)}`)
    const own = parameter === 'id' ? 'id' : `${key(parameter)}: id`
    const [open, end] = absent.length > 0 ? ['?', ' ?? []'] : ['', '']
    const target = `Routes${access(this.#catalog.get(route)!)}({ ${[...others, own].join(', ')} })`
    return `${subject} => ${subject}${path.map(access).join('')}${open}.map(id => ${target})${end}`
  }

  #read ({ path, absent }: Value, subject: string): string {
    return path.reduce((text, name, index) => {
      const isAbsent = absent.some(({ path }) => path.length === index + 1)
      return `${text}${access(name)}${isAbsent ? this.#typed('!') : ''}`
    }, subject)
  }

  #page (config: Config, { sources, query, guards }: NonNullable<ListConfig['page']>): string {
    const { subject, type } = this.#of(config)
    const parts = Object.entries(sources).map(([name, source]) => {
      if (guards[name] === undefined) return `${name}: ${typeof source === 'string' ? quoted(source) : source}`
      const [has, value] = [guards[name], String(source)].map(path => subject + path.split('.').map(access).join(''))
      return `${name}: (${subject}${this.#typed(`: ${type}`)}) => ${has} ? ${value} : null`
    })
    const renamed = Object.entries(query).filter(([name, parameter]) => name !== parameter)
      .map(([name, parameter]) => `${name}: ${quoted(parameter)}`)
    return `{ ${[...parts, ...renamed.length === 0 ? [] : [`query: { ${renamed.join(', ')} }`]].join(', ')} }`
  }

  // Modules

  #of (config: Config): Written {
    return this.#written.get(config)!
  }

  #typed (text: string): string {
    return this.#style.typescript ? text : ''
  }

  #import (what: string, from: string): string {
    return this.#style.commonjs
      ? `const ${what} = require(${quoted(from)});`
      : `import ${what} from ${quoted(from)};`
  }

  #export (name: string): string {
    return `${this.#style.commonjs ? '' : 'export '}const ${name} = `
  }

  #exports (names: readonly string[]): string {
    return this.#style.commonjs ? `\nmodule.exports = { ${names.join(', ')} };` : ''
  }

  #file (name: string): string {
    return `./${name}${this.#style.importExtension}`
  }

  #lines (...lines: readonly string[]): string {
    return this.#style.format(`${lines.join('\n').trimEnd().replace(/\n{3,}/g, '\n\n')}\n`)
  }
}

function conditionOf (absent: Value['absent'], subject: string): string {
  const parts = absent.map(({ path, nullable, optional }) => {
    const operator = nullable && optional ? '!= null' : nullable ? '!== null' : '!== undefined'
    return `${subject}${path.map(access).join('')} ${operator}`
  })
  return `${subject} => ${[...new Set(parts)].join(' && ')}`
}

function access (name: string): string {
  return isIdentifier(name) && name !== '__proto__' ? `.${name}` : `[${quoted(name)}]`
}

// Variables of the files.
const TAKEN = new Set(['id', 'links', 'list', 'request'])
