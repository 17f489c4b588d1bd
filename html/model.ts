// What the views show. The server makes it of a response; the views are bundled at build time.
import type { Field, Form } from '../hypermedia/form.ts'
import type { Node } from '../hypermedia/tree.ts'
import type { Components } from './components.ts'
import type { TypeFacts, ValueFacts } from './facts.ts'
import type { Theme } from './theme.ts'

/** A form that has a page of its own: before it is sent, or after it failed. */
export interface Attempt {
  readonly form: AttemptedForm
  readonly tree: Node
  /** The values that were typed, by the name of the control; null before the form is sent. */
  readonly entered: ReadonlyMap<string, readonly string[]> | null
  /** The errors beside the controls, by their names. */
  readonly errors: readonly FieldFault[]
  /** The errors of no control. */
  readonly otherErrors?: readonly FieldFault[]
  /** The name of the control that has the focus. */
  readonly focus?: string | null
  /** Whether it cannot be undone. */
  readonly isDanger?: boolean
  /** Whether the resource no longer has the form: the form is not shown again. */
  readonly isGone?: boolean
  /** The resource as it is now, where it changed after the form was opened. */
  readonly current?: unknown
}

export interface FieldFault {
  readonly name: string
  readonly message: string
}

/** A form with the target that is sent to: a path of the app, without the prefix of a proxy. */
export type AttemptedForm = Form

/** The reader of a page of an API with a login. */
export interface Account {
  /** The user name; `''` where it is not known. */
  readonly user: string
  readonly isSignedIn: boolean
  /** Whether the API no longer accepts what the browser has. */
  readonly isExpired: boolean
}

/** One page. */
export interface PageModel {
  /** The name of the API. */
  readonly title: string
  readonly theme: Theme
  /** The path and query of the page within the app. */
  readonly path: string
  readonly status: number
  /** The reason phrase of an error status. */
  readonly reason: string
  /** The content, parsed. */
  readonly value: unknown
  /** The URL that hrefs are resolved against. */
  readonly base: string
  /** The path prefix of every generated href; `''` without a proxy. */
  readonly prefix: string
  /** The path of the plugin's own files and endpoints within the app: `/_html`. */
  readonly mount: string
  /** The query that makes the URL of the style sheet unique. */
  readonly version: string
  readonly entryPoint: string
  /** The entity tag of the representation. */
  readonly tag: string | null
  readonly components: Components
  readonly curies: Readonly<Record<string, string>>
  /** What the form of the page before has done; null for nothing. */
  readonly notice: string | null
  /** Of the content. */
  readonly facts: ValueFacts
  /** The type with the name that the app gives it. */
  readonly typeNamed: (name: string) => TypeFacts
  /** The paths of the pages above this one by its URL, the entry point first. */
  readonly ancestors: readonly string[]
  /** What the page is about, by its route or its path. */
  readonly noun: string
  /** What a resource of its route is called, without its key; null if that is not known. */
  readonly type: string | null
  /** What the page at a path is called, by its route and its path: `Orders`, `Order 42`. */
  readonly labelAt: (path: string) => string
  /** The summary of the route at a path. */
  readonly summaryOf: (path: string) => string | undefined
  readonly attempt: Attempt | null
  /** Null where people cannot sign in, or are about to. */
  readonly account: Account | null
  /** The path of the resource that the form belongs to, where it is not the page. */
  readonly self: string | undefined
  /** That resource; null where it is not known. */
  readonly resource: unknown
  /** Whether the route of a form requires the entity tag of its resource. */
  readonly requiresTag: (method: string, path: string) => boolean
  /** Returns a form as a tree. */
  readonly treeOf: (form: Form, path: string) => Node
  /** The largest size of the files of a form, in bytes. */
  readonly fileLimit: number
  /** The fields of a search: of the route that a path belongs to. */
  readonly searchFields: (path: string) => readonly Field[]
}

type RawFrame =
  'title' | 'theme' | 'path' | 'prefix' | 'mount' | 'version' | 'entryPoint' | 'account' | 'status' | 'reason'

/** The JSON of a response, for the page that shows it. */
export interface RawModel extends Pick<PageModel, RawFrame> {
  readonly formats: ReadonlyArray<{ readonly name: string, readonly accept: string }>
  readonly accept: string
  readonly contentType: string
  readonly body: string
}

/** The functions of the bundled views. */
export interface Views {
  readonly renderPage: (model: PageModel) => string
  readonly renderRaw: (model: RawModel) => string
}

/** What pages are made of: loaded for the first page. */
export interface Assets extends Views {
  readonly style: string
  readonly icon: string
}
