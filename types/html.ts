/** The options of `html`. */
export interface HtmlOptions {
  /** Whether browsers get pages. @default true */
  enabled?: boolean
  /** `auto` follows the browser. @default 'auto' */
  theme?: 'auto' | 'light' | 'dark'
  /** The name of the API, at the top of every page. @default 'API' */
  title?: string
  /**
   * The path of the API, before the plugin's own path `/_html`: Fastify's own option. The entry point is this path with a final slash.
   * @default ''
   */
  prefix?: string
}
