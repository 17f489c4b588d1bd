import { dirname, join } from 'node:path'
import { parseArgs, type ParseArgsConfig } from 'node:util'
import { nearest, suggestion } from '../lib/diagnostics/wording.ts'

export const USAGE = `Usage: hyper-api [new] <dir> [options]    write a new project: an orders API
       hyper-api routes <app> [options]   write the typed catalog of an app's routes
       hyper-api check <app> [options]    find what is wrong with an app's links
       hyper-api map <app> [options]      print the states of an app that can be reached
       hyper-api client <app> [options]   write the types of an API for fastify-hyper/client
       hyper-api help                     show this
       hyper-api version                  show the version

<app> is a module whose default export is a Fastify instance, a function that
returns one, or a plugin. It is made ready, but nothing listens.

Options of new:
  -f, --framework <name>  node24, node22 or node20 (default: node24)
      --no-explorer       without the explorer at /explorer
      --openapi           with an OpenAPI document at /documentation
      --force             write into a folder that is not empty

Options of routes:
      --out <file>        write the catalog, in TypeScript, there (default: print it)
      --check             write nothing; exit with 1 where <file> is stale
                          (default: routes.ts beside <app>)

Options of client:
      --out <file>        write the types, in TypeScript, there (default: print them)
      --start <path>      the path of the entry point (default: /)
      --check             write nothing; exit with 1 where <file> is stale
                          (default: api.ts beside <app>)

Options of check:
      --json              findings as JSON
      --all               list the routes that are not opted in, too
      --crawl             follow every link with GET, too
      --as <caller>       with --crawl: name:Header=value; for each caller, and
                          for each of its headers
      --start <path>      with --crawl: the entry point (default: /)

Options of map:
      --format <name>     mermaid or dot (default: mermaid)
      --as, --start       as above

  -h, --help              show this
  -v, --version           show the version

routes, client and check exit with 0 where all is well, with 1 where something is stale
or found, and with 2 where they cannot tell.
`

/** The targets of a new project. */
export const FRAMEWORKS = ['node24', 'node22', 'node20'] as const
export type Framework = typeof FRAMEWORKS[number]

export interface NewProject {
  readonly dir: string
  readonly framework: Framework
  readonly explorer: boolean
  readonly openapi: boolean
  readonly force: boolean
}

export interface CatalogRequest {
  readonly app: string
  readonly out: string | undefined
  readonly check: boolean
}

export interface ClientRequest {
  readonly app: string
  readonly out: string | undefined
  readonly start: string | undefined
  readonly check: boolean
}

export interface CheckRequest {
  readonly app: string
  readonly json: boolean
  readonly all: boolean
  /** Null without `--crawl`. */
  readonly crawl: CrawlRequest | null
}

/** Who follows the links of an app, and from where. */
export interface CrawlRequest {
  readonly start: string
  readonly as: readonly Caller[]
}

/** A caller, with the request headers that identify it. */
export interface Caller {
  readonly name: string
  readonly headers: Readonly<Record<string, string>>
}

export interface MapRequest extends CrawlRequest {
  readonly app: string
  readonly format: MapFormat
}

const MAP_FORMATS = ['mermaid', 'dot'] as const
export type MapFormat = typeof MAP_FORMATS[number]

/** A command with its arguments. */
export type Command =
  | { readonly name: 'help' | 'version' }
  | { readonly name: 'new', readonly project: NewProject }
  | { readonly name: 'routes', readonly request: CatalogRequest }
  | { readonly name: 'check', readonly request: CheckRequest }
  | { readonly name: 'map', readonly request: MapRequest }
  | { readonly name: 'client', readonly request: ClientRequest }

/** The command line is invalid: the usage is printed, and the exit status is 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}

const COMMON = { help: { type: 'boolean', short: 'h' }, version: { type: 'boolean', short: 'v' } } as const
const CRAWL = { as: { type: 'string', multiple: true }, start: { type: 'string' } } as const
const OPTIONS = {
  new: {
    framework: { type: 'string', short: 'f', default: 'node24' },
    explorer: { type: 'boolean', default: true },
    openapi: { type: 'boolean', default: false },
    force: { type: 'boolean', default: false },
    ...COMMON
  },
  routes: { out: { type: 'string' }, check: { type: 'boolean', default: false }, ...COMMON },
  check: {
    json: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    crawl: { type: 'boolean', default: false },
    ...CRAWL,
    ...COMMON
  },
  map: { format: { type: 'string', default: 'mermaid' }, ...CRAWL, ...COMMON },
  client: { out: { type: 'string' }, start: { type: 'string' }, check: { type: 'boolean', default: false }, ...COMMON }
} as const satisfies Record<string, ParseArgsConfig['options']>

// The first argument; any other is the folder of a new project.
const COMMANDS: Readonly<Record<string, (args: readonly string[]) => Command>> = {
  new: args => readNew(args),
  routes: readRoutes,
  check: readCheck,
  map: readMap,
  client: readClient,
  help: () => ({ name: 'help' }),
  version: () => ({ name: 'version' })
}
const COMMAND_NAMES = Object.keys(COMMANDS)

/** Reads the command line. @throws UsageError */
export function readArguments (args: readonly string[]): Command {
  const [first = '', ...rest] = args
  if (Object.hasOwn(COMMANDS, first)) return COMMANDS[first]!(rest)
  const command = readNew(args)
  if (command.name === 'new') checkFolder(command.project.dir)
  return command
}

// A misspelt command must not write a project. What has a dot or a slash is a path.
function checkFolder (dir: string): void {
  const near = /[./\\]/.test(dir) ? undefined : nearest(dir, COMMAND_NAMES)
  if (near === undefined) return
  const fault = near === dir
    ? `the command '${dir}' must come before its options.`
    : `'${dir}' is not a command. Did you mean hyper-api ${near}?`
  throw new UsageError(`${fault} For a project in a folder of that name: hyper-api new ${dir}`)
}

function readNew (args: readonly string[]): Command {
  const { values: { help, version, ...values }, positionals } = parse(args, OPTIONS.new)
  if (help === true || version === true) return { name: help === true ? 'help' : 'version' }
  const framework = FRAMEWORKS.find(name => name === values.framework)
  if (framework === undefined) throw new UsageError(`--framework: '${values.framework}' is not one of ${FRAMEWORKS.join(', ')}`)
  return { name: 'new', project: { ...values, framework, dir: only(positionals, 'the folder of the new project') } }
}

function readRoutes (args: readonly string[]): Command {
  const { values: { help, version, out, check }, positionals } = parse(args, OPTIONS.routes)
  if (help === true || version === true) return { name: help === true ? 'help' : 'version' }
  const app = only(positionals, 'the module of the app')
  if (out !== undefined) checkTypeScript(out, 'a catalog', catalogBeside(app))
  return { name: 'routes', request: { app, out: out ?? (check ? catalogBeside(app) : undefined), check } }
}

function checkTypeScript (out: string, what: string, example: string): void {
  if (!/\.[cm]?ts$/.test(out)) throw new UsageError(`--out: '${out}' is no TypeScript file, as ${what} is. Name one: --out ${example}`)
}

/** Returns the default path of the catalog of an app. */
export function catalogBeside (app: string): string {
  return join(dirname(app), 'routes.ts')
}

function readClient (args: readonly string[]): Command {
  const { values: { help, version, out, start, check }, positionals } = parse(args, OPTIONS.client)
  if (help === true || version === true) return { name: help === true ? 'help' : 'version' }
  const app = only(positionals, 'the module of the app')
  const beside = join(dirname(app), 'api.ts')
  if (out !== undefined) checkTypeScript(out, 'the types of an API', beside)
  return { name: 'client', request: { app, out: out ?? (check ? beside : undefined), start, check } }
}

function readCheck (args: readonly string[]): Command {
  const { values: { help, version, json, all, crawl, ...values }, positionals } = parse(args, OPTIONS.check)
  if (help === true || version === true) return { name: help === true ? 'help' : 'version' }
  const unused = Object.keys(values)[0]
  if (!crawl && unused !== undefined) throw new UsageError(`--${unused} is an option of the crawl: add --crawl`)
  return { name: 'check', request: { json, all, app: only(positionals, 'the module of the app'), crawl: crawl ? readCrawl(values) : null } }
}

function readMap (args: readonly string[]): Command {
  const { values: { help, version, format: named, ...values }, positionals } = parse(args, OPTIONS.map)
  if (help === true || version === true) return { name: help === true ? 'help' : 'version' }
  const format = MAP_FORMATS.find(name => name === named)
  if (format === undefined) throw new UsageError(`--format: '${named}' is not one of ${MAP_FORMATS.join(', ')}`)
  return { name: 'map', request: { app: only(positionals, 'the module of the app'), format, ...readCrawl(values) } }
}

function readCrawl ({ as, start = '/' }: { as?: string[] | undefined, start?: string | undefined }): CrawlRequest {
  if (!start.startsWith('/')) throw new UsageError(`--start: '${start}' is no path, as / is`)
  return { start, as: as === undefined ? [{ name: 'anonymous', headers: {} }] : callersOf(as) }
}

// A caller with several headers is named several times; one without headers is anonymous.
function callersOf (given: readonly string[]): Caller[] {
  const callers = new Map<string, Record<string, string>>()
  for (const caller of given) {
    const [, name, header, value = ''] = /^([^:=]+)(?::([\w!#$%&'*+.^`|~-]+)=(.*))?$/s.exec(caller) ?? []
    if (name === undefined) throw new UsageError(`--as: '${caller}' is no caller. Write a name, or name:Header=value.`)
    callers.set(name, { ...callers.get(name), ...header === undefined ? {} : { [header]: value } })
  }
  return Array.from(callers, ([name, headers]) => ({ name, headers }))
}

function parse<const Options extends NonNullable<ParseArgsConfig['options']>> (args: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, allowNegative: true })
  } catch (error) {
    throw new UsageError(explained(error as Error, options))
  }
}

// Node's message about an unknown option is about file names that begin with a dash.
function explained ({ message }: Error, options: NonNullable<ParseArgsConfig['options']>): string {
  const unknown = /^Unknown option '(-[^']+)'/.exec(message)?.[1]
  if (unknown === undefined) return message
  const near = nearestOption(unknown.replace(/^-+/, ''), options)
  return `unknown option ${unknown}.${near === undefined ? '' : ` Did you mean --${near}?`}`
}

function nearestOption (unknown: string, options: NonNullable<ParseArgsConfig['options']>): string | undefined {
  const names = Object.keys(options)
  const negated = names.filter(name => options[name]!.type === 'boolean').map(name => `no-${name}`)
  return nearest(unknown, [...names, ...negated]) ?? nearest(unknown.replace(/^no-/, ''), names)
}

function only (positionals: readonly string[], what: string): string {
  const [first, second] = positionals
  if (first === undefined || first === '') throw new UsageError(`${what} is missing`)
  if (second !== undefined) throw new UsageError(`'${second}' is one too many: ${what} is '${first}'.${suggestion(first, COMMAND_NAMES)}`)
  return first
}
