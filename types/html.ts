/** The look of pages. Every colour is a CSS variable. */
export interface HtmlTheme {
  /** `auto` follows the browser. @default 'auto' */
  mode?: 'auto' | 'light' | 'dark'
  /** The colour of links and buttons: `#4353c5`. Pages make it darker or lighter where text in it cannot be read. */
  accent?: string
  /** The path of an image of this app, without the prefix of a proxy: `/logo.svg`. */
  logo?: string
  /** Names of fonts that browsers have: `Inter, sans-serif`. */
  font?: string
  /** A text at the end of each page. */
  footer?: string
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
}

/** The options of `html`. */
export interface HtmlOptions {
  /** Whether browsers get pages. @default true */
  enabled?: boolean
  /** How people sign in: the name of a route, or more. @default pages have no "Sign in" */
  login?: string | HtmlLogin
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
