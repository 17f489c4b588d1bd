/** The look of pages. Every colour is a CSS variable. */
export interface HtmlTheme {
  /** `auto` follows the browser. @default 'auto' */
  mode?: 'auto' | 'light' | 'dark'
  /**
   * The colour of links and buttons, as `#rrggbb` or `#rgb`: `#4353c5`. Pages make it darker or lighter where text in
   * it cannot be read.
   */
  accent?: string
  /** The path of an image of this app, without the prefix of a proxy: `/logo.svg`. */
  logo?: string
  /** Names of fonts that browsers have: `Inter, sans-serif`. */
  font?: string
  /** A text at the end of each page. */
  footer?: string
}

/** HTML that `markup` made. */
export interface Markup {
  /** The HTML itself. */
  readonly html: string
}

/** What `markup` can contain: strings are escaped, and nothing is empty. */
export type MarkupValue = Markup | readonly MarkupValue[] | string | number | null | undefined

/** Where a component is shown. */
export interface MemberPlace {
  /** The object that has the member. */
  readonly owner: Readonly<Record<string, unknown>>
  /** Whether it is in a cell of a table, and not among the properties of a resource. */
  readonly isCell: boolean
}

/**
 * Shows the values of a member; undefined for values that are shown as without it.
 * @param value as API clients get it
 */
export type MemberComponent = {
  /** Returns the markup of a value. */
  show (value: unknown, place: MemberPlace): MarkupValue
}['show']

/**
 * Shows the properties of a resource; undefined for resources that are shown as without it.
 * @param resource its members, as API clients get them, without links and actions
 */
export type TypeComponent = {
  /** Returns the markup of the properties. */
  show (resource: object): MarkupValue
}['show']

/** How values are shown, by functions that return what `markup` makes. */
export interface HtmlComponents {
  /** By the name of a type, as `hyper-api client` writes it: `Order`. */
  types?: Readonly<Record<string, TypeComponent>>
  /** By the name of a member of any type: `status`. */
  members?: Readonly<Record<string, MemberComponent>>
}

/** How people sign in on pages. */
export interface HtmlLogin {
  /** The name of a POST route of the app. Its body schema is the form. */
  route: string
  /**
   * The token in the response of the route: a member, or a function. The pages keep it in a signed cookie, and send it
   * as `Authorization: Bearer` for that browser.
   * @default the route sets a cookie or session of the app
   */
  token?: string | ((body: Readonly<Record<string, unknown>>) => string)
  /**
   * Signs the cookie, with `@fastify/cookie`. Of several, the first one signs, and the others are accepted.
   * @default the secret that the app has registered `@fastify/cookie` with
   */
  secret?: string | string[]
  /**
   * The names of cookies that signing out removes beside those that the route sets, as of a session that existed before
   * somebody signed in: `['sessionId']`. They have the path `/`, and no domain.
   * @default none
   */
  cookies?: string[]
}

/** The options of `html`. */
export interface HtmlOptions {
  /** Whether browsers get pages. @default true */
  enabled?: boolean
  /** How people sign in: the name of a route, or more. @default pages have no "Sign in" */
  login?: string | HtmlLogin
  /** How values are shown. @default as their schemas mean */
  components?: HtmlComponents
  /** The mode, or the look in detail. @default 'auto' */
  theme?: 'auto' | 'light' | 'dark' | HtmlTheme
  /** The name of the API, at the top of every page. @default 'API' */
  title?: string
  /**
   * The path of the API within the scope, before the plugin's own path `/_html`: Fastify's own option. The entry point
   * is the path of the API with a final slash.
   * @default ''
   */
  prefix?: string
}
