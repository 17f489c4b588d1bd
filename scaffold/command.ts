import type { NewResource } from './resource/new-resource.ts'

// The commands of `hyper-api`, and what each needs to run.

/** The targets of a new project. */
export const FRAMEWORKS = ['node24', 'node22', 'node20'] as const
export type Framework = typeof FRAMEWORKS[number]

/** The target without `--framework`: node22, or the older one that this Node.js runs. */
export const DEFAULT_FRAMEWORK: Framework = Number.parseInt(process.versions.node) < 22 ? 'node20' : 'node22'

export interface NewProject {
  readonly dir: string
  readonly framework: Framework
  readonly minimal: boolean
  readonly html: boolean
  readonly mcp: boolean
  readonly explorer: boolean
  readonly openapi: boolean
  readonly force: boolean
}

/** The module of an app. */
export interface AppModule {
  readonly app: string
  /** The name of its export; undefined for one of the usual names. */
  readonly exported: string | undefined
}

export interface CatalogRequest extends AppModule {
  readonly out: string | undefined
  readonly check: boolean
}

/** The package of an app's catalog. */
export interface ServiceCatalogRequest extends AppModule {
  /** The name of the package. */
  readonly name: string
  /** Its folder. */
  readonly out: string
}

export interface ClientRequest extends AppModule {
  readonly out: string | undefined
  readonly start: string | undefined
  readonly check: boolean
}

export interface ContractRequest extends AppModule {
  readonly out: string | undefined
}

export interface DiffRequest {
  /** Each side is the file of a contract, `git:<commit>:<path>`, or the module of an app. */
  readonly old: string
  readonly now: string
  /** The name of the export of apps. */
  readonly exported: string | undefined
  readonly format: DiffFormat
  readonly failOn: FailOn
  /** The file of the changes that are accepted. */
  readonly accept: string | undefined
}

export const DIFF_FORMATS = ['text', 'json', 'markdown', 'github'] as const
export type DiffFormat = typeof DIFF_FORMATS[number]

export const FAIL_ON = ['breaking', 'risky', 'any'] as const
export type FailOn = typeof FAIL_ON[number]

export interface CheckRequest extends AppModule {
  readonly json: boolean
  readonly all: boolean
  /** Whether settings have to be safe in production. */
  readonly production: boolean
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

export interface MapRequest extends AppModule, CrawlRequest {
  readonly format: MapFormat
}

export interface AdoptRequest extends AppModule {
  /** The folder of the files; undefined for the one beside the app. */
  readonly out: string | undefined
  /** Whether the app is changed to register them. */
  readonly write: boolean
  /** Who reads responses and follows the links; null without `--crawl`. */
  readonly crawl: readonly Caller[] | null
}

export const MAP_FORMATS = ['mermaid', 'dot'] as const
export type MapFormat = typeof MAP_FORMATS[number]

/** The first argument; any other is the folder of a new project. */
export const COMMAND_NAMES = [
  'new', 'add', 'adopt', 'routes', 'catalog', 'check', 'map', 'client', 'contract', 'diff', 'help', 'version'
] as const
export type CommandName = typeof COMMAND_NAMES[number]

/** A command with its arguments. */
export type Command =
  | { readonly name: 'help' | 'version' }
  | { readonly name: 'new', readonly project: NewProject }
  | { readonly name: 'add', readonly resource: NewResource }
  | { readonly name: 'adopt', readonly request: AdoptRequest }
  | { readonly name: 'routes', readonly request: CatalogRequest }
  | { readonly name: 'catalog', readonly request: ServiceCatalogRequest }
  | { readonly name: 'check', readonly request: CheckRequest }
  | { readonly name: 'map', readonly request: MapRequest }
  | { readonly name: 'client', readonly request: ClientRequest }
  | { readonly name: 'contract', readonly request: ContractRequest }
  | { readonly name: 'diff', readonly request: DiffRequest }

/** The command line is invalid: the usage is printed, and the exit status is 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}
