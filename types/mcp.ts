import type { ServiceName } from './services.ts'

/** Where clients log in (RFC 9728). Your hooks check the tokens. */
export interface McpAuthorization {
  /** The issuers of the authorization servers: `['https://login.example.com']`. */
  servers: readonly string[]
  /** The scopes that tokens can have. @default none are named */
  scopes?: readonly string[]
  /** Whether a request without `Authorization` gets 401. @default true */
  required?: boolean
  /** The URL of the endpoint, which tokens are for. @default a fixed `baseUrl` with the path of the endpoint */
  resource?: string
}

/** The options of `mcp`. */
export interface McpOptions {
  /** The path of the endpoint: Fastify's own option. Required, for example `'/mcp'`. */
  prefix: string
  /** The name of the server, as clients show it. @default 'api' */
  name?: string
  /** The version of the server. @default '1.0.0' */
  version?: string
  /**
   * The path that `open` without arguments opens.
   * @default the path of the scope that `mcp` is registered in, with a final slash
   */
  entryPoint?: string
  /**
   * The text block of results: a copy of the structured content as JSON (`'json'`), or the names of its members
   * (`'summary'`), for clients that pass structured content to their models. What failed has the copy always.
   * @default 'json'
   */
  text?: 'json' | 'summary'
  /**
   * The host names, without port, that the `Host` of a request may have: `['api.example.com']`. Browsers may use the
   * endpoint by these names, by the name of a fixed `baseUrl`, and by loopback names on a loopback connection.
   * @default any
   */
  allowedHosts?: readonly string[]
  /**
   * Where clients log in: serves the metadata of the endpoint (RFC 9728), which each 401 leads to. Needs a fixed
   * `baseUrl`, or `resource`.
   * @default none: clients need a token
   */
  authorization?: McpAuthorization
  /**
   * The services that the tools may send requests to, by their names in the option `services` of fastify-hyper: `true`
   * without credentials, `'credentials'` with the `Authorization` header of the caller. Cookies are never sent there.
   * @default none: links to other services are shown, and not followed
   */
  services?: { readonly [S in ServiceName]?: true | 'credentials' }
}
