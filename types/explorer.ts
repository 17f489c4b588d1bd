/** The options of `hyperExplorer`. */
export interface HyperExplorerOptions {
  /** Whether the page is served. @default in development: `NODE_ENV` is not `production` */
  enabled?: boolean
  /**
   * Where the page starts: a path of the scope that registers it, with a leading slash. Request headers that a user
   * enters are sent to paths below its folder only: `/api/`, not `/api`.
   * @default '/'
   */
  entryPoint?: string
  /** Where the page is: Fastify's own option. @default '' */
  prefix?: string
}
