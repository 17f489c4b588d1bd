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

/** The options of `html`. */
export interface HtmlOptions {
  /** Whether browsers get pages. @default true */
  enabled?: boolean
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
