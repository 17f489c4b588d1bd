import { dirname, join } from 'node:path'
import { parseArgs, type ParseArgsConfig } from 'node:util'
import { nearest } from '../lib/diagnostics/wording.ts'
import {
  type Caller, type Command, COMMAND_NAMES, type CrawlRequest, DEFAULT_FRAMEWORK, DIFF_FORMATS,
  FAIL_ON, FRAMEWORKS, MAP_FORMATS, UsageError
} from './command.ts'
import { explained, only } from './options.ts'
import { checkProjectName } from './project-name.ts'
import { transitionsOf } from './resource/actions.ts'
import { DEFAULT_FIELDS, fieldsOf } from './resource/fields.ts'
import { resourceName } from './resource/names.ts'

const COMMON = { help: { type: 'boolean', short: 'h' }, version: { type: 'boolean', short: 'v' } } as const
const APP = { export: { type: 'string' }, ...COMMON } as const
const CRAWL = { as: { type: 'string', multiple: true }, start: { type: 'string' } } as const
const OPTIONS = {
  new: {
    framework: { type: 'string', short: 'f', default: DEFAULT_FRAMEWORK },
    minimal: { type: 'boolean', default: false },
    html: { type: 'boolean', default: true },
    mcp: { type: 'boolean', default: true },
    explorer: { type: 'boolean', default: true },
    openapi: { type: 'boolean', default: false },
    force: { type: 'boolean', default: false },
    ...COMMON
  },
  add: {
    plural: { type: 'string' },
    fields: { type: 'string', default: DEFAULT_FIELDS },
    action: { type: 'string', multiple: true, default: [] },
    ...COMMON
  },
  adopt: {
    out: { type: 'string' },
    write: { type: 'boolean', default: false },
    crawl: { type: 'boolean', default: false },
    as: { type: 'string', multiple: true },
    ...APP
  },
  routes: { out: { type: 'string' }, check: { type: 'boolean', default: false }, ...APP },
  catalog: { package: { type: 'string' }, out: { type: 'string' }, ...APP },
  check: {
    json: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    production: { type: 'boolean', default: false },
    crawl: { type: 'boolean', default: false },
    ...CRAWL,
    ...APP
  },
  map: { format: { type: 'string', default: 'mermaid' }, ...CRAWL, ...APP },
  client: { out: { type: 'string' }, start: { type: 'string' }, check: { type: 'boolean', default: false }, ...APP },
  contract: { out: { type: 'string' }, ...APP },
  diff: {
    format: { type: 'string', default: 'text' },
    'fail-on': { type: 'string', default: 'breaking' },
    accept: { type: 'string' },
    ...APP
  }
} as const satisfies Record<string, ParseArgsConfig['options']>

type Parsed<Name extends keyof typeof OPTIONS> = ReturnType<typeof parse<typeof OPTIONS[Name]>>

const READERS: { readonly [Name in keyof typeof OPTIONS]: (parsed: Parsed<Name>) => Command } = {
  new: readNew,
  add: readAdd,
  adopt: readAdopt,
  routes: readRoutes,
  catalog: readCatalog,
  check: readCheck,
  map: readMap,
  client: readClient,
  contract: readContract,
  diff: readDiff
}

// The commands of other tools.
const COMMANDS_ELSEWHERE = ['build', 'crawl', 'create', 'dev', 'generate', 'init', 'lint', 'serve', 'start', 'test']

/** Reads the command line. @throws UsageError */
export function readArguments (args: readonly string[]): Command {
  const [first, ...others] = args
  const name = COMMAND_NAMES.find(name => name === first)
  if (name === 'help' || name === 'version') return { name }
  if (name !== undefined) return read(name, others)
  if (first === undefined) {
    throw new UsageError('a command, or the folder of a new project, is missing: hyper-api my-orders')
  }
  checkFolder(first)
  const command = read('new', args)
  if (command.name === 'new') checkFolder(command.project.dir)
  return command
}

function read<Name extends keyof typeof OPTIONS> (name: Name, args: readonly string[]): Command {
  const parsed = parse<typeof OPTIONS[Name]>(args, OPTIONS[name])
  const { help, version, ...values } = parsed.values as { help?: boolean, version?: boolean }
  if (help === true || version === true) return { name: help === true ? 'help' : 'version' }
  return READERS[name]({ ...parsed, values: values as Parsed<Name>['values'] })
}

// A misspelt command must not write a project. What has a dot or a slash is a path, what begins with a dash an option.
function checkFolder (dir: string): void {
  if (/^-|[./\\]/.test(dir)) return
  const near = nearest(dir, COMMAND_NAMES)
  if (near === undefined && !COMMANDS_ELSEWHERE.includes(dir.toLowerCase())) return
  const fault = near === dir
    ? `the command '${dir}' must come before its options.`
    : `'${dir}' is not a command.${near === undefined ? '' : ` Did you mean hyper-api ${near}?`}`
  throw new UsageError(`${fault} For a project in a folder of that name: hyper-api new ${dir}`)
}

function readNew ({ values, positionals }: Parsed<'new'>): Command {
  const framework = FRAMEWORKS.find(name => name === values.framework)
  if (framework === undefined) {
    throw new UsageError(`--framework: '${values.framework}' is not one of ${FRAMEWORKS.join(', ')}`)
  }
  const dir = only(positionals, 'the folder of the new project')
  checkProjectName(dir)
  return { name: 'new', project: { ...values, framework, dir } }
}

function readAdd ({ values: { plural, ...values }, positionals: [what, ...names] }: Parsed<'add'>): Command {
  if (what !== 'resource') throw new UsageError(notAdded(what))
  const name = resourceName(only(names, 'the name of the resource'), plural)
  const fields = fieldsOf(values.fields)
  return { name: 'add', resource: { name, fields, actions: transitionsOf(values.action, fields) } }
}

function notAdded (what: string | undefined): string {
  const example = 'hyper-api add resource book'
  if (what === undefined) return `what is to be added is missing: ${example}`
  return `'${what}' cannot be ` +
    `added.${nearest(what, ['resource']) === undefined ? ' Only resources can' : ' Did you mean'}: ${example}`
}

function readAdopt ({ values: { export: exported, out, write, crawl, as }, positionals }: Parsed<'adopt'>): Command {
  if (!crawl && as !== undefined) throw new UsageError('--as is an option of the crawl: add --crawl')
  const app = only(positionals, 'the module of the app')
  return { name: 'adopt', request: { app, exported, out, write, crawl: crawl ? readCrawl({ as }).as : null } }
}

function readRoutes ({ values: { export: exported, out, check }, positionals }: Parsed<'routes'>): Command {
  const app = only(positionals, 'the module of the app')
  if (out !== undefined) checkTypeScript(out, 'a catalog', catalogBeside(app))
  return { name: 'routes', request: { app, exported, out: out ?? (check ? catalogBeside(app) : undefined), check } }
}

// As npm requires of the names of packages.
const PACKAGE = /^(?:@[a-z\d~-][a-z\d._~-]*\/)?[a-z\d~-][a-z\d._~-]*$/

function readCatalog ({ values: { export: exported, package: name, out }, positionals }: Parsed<'catalog'>): Command {
  const app = only(positionals, 'the module of the app')
  const example = `hyper-api catalog ${app} --package @shop/billing-catalog --out billing-catalog`
  if (name === undefined || out === undefined || out === '') {
    throw new UsageError(`--${name === undefined ? 'package' : 'out'} is missing: ${example}`)
  }
  if (!PACKAGE.test(name)) throw new UsageError(`--package: '${name}' is no name of a package. Example: ${example}`)
  return { name: 'catalog', request: { app, exported, name, out } }
}

function checkTypeScript (out: string, what: string, example: string): void {
  if (!/\.[cm]?ts$/.test(out)) {
    throw new UsageError(`--out: '${out}' is no TypeScript file, as ${what} is. Name one: --out ${example}`)
  }
}

/** Returns the default path of the catalog of an app. */
export function catalogBeside (app: string): string {
  return join(dirname(app), 'routes.ts')
}

function readClient ({ values: { export: exported, out, start, check }, positionals }: Parsed<'client'>): Command {
  const app = only(positionals, 'the module of the app')
  const beside = join(dirname(app), 'api.ts')
  if (out !== undefined) checkTypeScript(out, 'the types of an API', beside)
  return { name: 'client', request: { app, exported, out: out ?? (check ? beside : undefined), start, check } }
}

function readContract ({ values: { export: exported, out }, positionals }: Parsed<'contract'>): Command {
  const app = only(positionals, 'the module of the app')
  if (out !== undefined && !out.endsWith('.json')) {
    throw new UsageError(`--out: '${out}' is no JSON file, as a contract is. Name one: --out contract.json`)
  }
  return { name: 'contract', request: { app, exported, out } }
}

function readDiff (
  { values: { export: exported, format, 'fail-on': failOn, accept }, positionals }: Parsed<'diff'>
): Command {
  const [old, ...others] = positionals
  if (old === undefined) throw new UsageError('the old side is missing: hyper-api diff contract.json app.ts')
  const now = only(others, 'the new side')
  for (const side of [old, now]) checkSide(side)
  return {
    name: 'diff',
    request: {
      old,
      now,
      exported,
      format: oneOf('format', format, DIFF_FORMATS),
      failOn: oneOf('fail-on', failOn, FAIL_ON),
      accept
    }
  }
}

// What begins with a dash would be an option of git.
function checkSide (side: string): void {
  if (side.startsWith('git:') && !/^git:[^:-][^:]*:./s.test(side)) {
    throw new UsageError(`'${side}' names no file in a commit, as git:main:contract.json does`)
  }
}

function oneOf<const Name extends string> (option: string, given: string, names: readonly Name[]): Name {
  const found = names.find(name => name === given)
  if (found === undefined) throw new UsageError(`--${option}: '${given}' is not one of ${names.join(', ')}`)
  return found
}

function readCheck (
  { values: { export: exported, json, all, production, crawl, ...values }, positionals }: Parsed<'check'>
): Command {
  const unused = Object.keys(values)[0]
  if (!crawl && unused !== undefined) throw new UsageError(`--${unused} is an option of the crawl: add --crawl`)
  const app = only(positionals, 'the module of the app')
  return {
    name: 'check', request: { app, exported, json, all, production, crawl: crawl ? readCrawl(values) : null }
  }
}

function readMap ({ values: { export: exported, format: named, ...values }, positionals }: Parsed<'map'>): Command {
  const format = oneOf('format', named, MAP_FORMATS)
  return {
    name: 'map', request: { app: only(positionals, 'the module of the app'), exported, format, ...readCrawl(values) }
  }
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

function parse<const Options extends NonNullable<ParseArgsConfig['options']>> (
  args: readonly string[], options: Options
) {
  // Node.js reads `-f=node22` as the value `=node22`.
  const given = args.map(arg => arg.replace(/^(-\w)=/, '$1'))
  try {
    return parseArgs({ args: given, options, allowPositionals: true, allowNegative: true })
  } catch (error) {
    throw new UsageError(explained(error as Error, options))
  }
}
