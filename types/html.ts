/** The options of `html`. */
export interface HtmlOptions {
  /** Whether browsers get pages. @default true */
  enabled?: boolean
  /** `auto` follows the browser. @default 'auto' */
  theme?: 'auto' | 'light' | 'dark'
  /** The name of the API, at the top of every page. @default 'API' */
  title?: string
  /**
   * The path of the API within the scope, before the plugin's own path `/_html`: Fastify's own option. The entry point
   * is the path of the API with a final slash.
   * @default ''
   */
  prefix?: string
}
