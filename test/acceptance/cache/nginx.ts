import type { Test } from 'tap'
import { nginxArgs, startFront } from '../../support/front-server.ts'

/** What a cache stores, and under which key. */
export interface CacheOptions {
  /**
   * The key; null for the default of nginx, which does not contain the Host.
   * @default scheme, Host and URL: every absolute href contains the Host
   */
  readonly key?: string | null
  /** How long responses without a lifetime are stored: `1h`. @default they are not stored */
  readonly valid?: string
}

const HOST_KEY = '$scheme$http_host$request_uri'

// One process that keeps all it writes in its prefix.
const PROCESS = `daemon off;
master_process off;
pid nginx.pid;
error_log stderr warn;
events {}
http {
  access_log off;
  client_body_temp_path body;
  proxy_temp_path proxy;`

const configuration = (port: number, origins: readonly number[], { key = HOST_KEY, valid }: CacheOptions) => `
${PROCESS}
  proxy_cache_path cache keys_zone=responses:1m;
  upstream origins {
${origins.map(origin => `    server 127.0.0.1:${origin};`).join('\n')}
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://origins;
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_cache responses;
      ${key === null ? '' : `proxy_cache_key ${key};`}
      ${valid === undefined ? '' : `proxy_cache_valid 200 ${valid};`}
      proxy_cache_revalidate on;
      add_header X-Cache $upstream_cache_status always;
      add_header X-Origin $upstream_addr always;
    }
  }
}
`

// The usual set-up: https://nginx.org/en/docs/http/ngx_http_gzip_module.html
const compressing = (port: number, origin: number) => `
${PROCESS}
  gzip on;
  gzip_types application/json application/hal+json application/prs.hal-forms+json;
  server {
    listen 127.0.0.1:${port};
    proxy_set_header Host $http_host;
    proxy_http_version 1.1;
    location / {
      proxy_pass http://127.0.0.1:${origin};
    }
    location /uncompressed/ {
      gzip off;
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-Prefix /uncompressed;
      proxy_pass http://127.0.0.1:${origin}/;
    }
  }
}
`

/** Starts nginx before a server on loopback, until the test ends: it compresses, but not below `/uncompressed/`. */
export function startCompressor (t: Pick<Test, 'teardown'>, origin: number): Promise<number> {
  return startFront(t, { program: 'nginx', args: nginxArgs, configuration: port => compressing(port, origin) })
}

/** Starts nginx as a cache before servers on loopback, until the test ends. */
export function startCache (
  t: Pick<Test, 'teardown'>, origins: readonly number[], options: CacheOptions = {}
): Promise<number> {
  return startFront(t, {
    program: 'nginx', args: nginxArgs, configuration: port => configuration(port, origins, options)
  })
}
