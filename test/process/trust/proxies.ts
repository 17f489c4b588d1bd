import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Test } from 'tap'
import { nginxArgs, startFront } from '../../support/front-server.ts'

/** The path that proxies remove, and name in `X-Forwarded-Prefix`. */
export const PREFIX = '/tenants'

/** A proxy that listens with TLS. */
export interface Proxy {
  readonly port: number
  readonly certificate: Buffer
}

interface Kind {
  readonly program: string
  readonly configure: (port: number, origins: readonly number[]) => string
  readonly args: (folder: string) => readonly string[]
}

// One process that keeps all it writes in its folder, and stores what it may.
const nginx: Kind = {
  program: 'nginx',
  args: nginxArgs,
  configure: (port, origins) => `
daemon off;
master_process off;
pid nginx.pid;
error_log stderr warn;
events {}
http {
  access_log off;
  client_body_temp_path body;
  proxy_temp_path proxy;
  proxy_cache_path cache keys_zone=responses:10m;
  upstream origins {
${origins.map(origin => `    server 127.0.0.1:${origin};`).join('\n')}
    keepalive 64;
  }
  server {
    listen 127.0.0.1:${port} ssl;
    ssl_certificate proxy.crt;
    ssl_certificate_key proxy.key;
    keepalive_requests 1000000;
    location ${PREFIX}/ {
      proxy_pass http://origins/;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-Proto https;
      proxy_set_header X-Forwarded-Host $http_host;
      proxy_set_header X-Forwarded-Prefix ${PREFIX};
      proxy_cache responses;
      proxy_cache_key $scheme$http_host$request_uri;
      proxy_cache_revalidate on;
      add_header X-Cache $upstream_cache_status always;
      add_header X-Origin $upstream_addr always;
    }
  }
}
`
}

const haproxy: Kind = {
  program: 'haproxy',
  args: () => ['-f', 'front.conf', '-db'],
  configure: (port, origins) => `
global
  maxconn 512
defaults
  mode http
  timeout connect 10s
  timeout client 60s
  timeout server 60s
frontend public
  bind 127.0.0.1:${port} ssl crt proxy.pem
  http-request set-header X-Forwarded-Proto https
  http-request set-header X-Forwarded-Host %[req.hdr(host)]
  http-request set-header X-Forwarded-Prefix ${PREFIX}
  http-request replace-path ${PREFIX}(/.*) \\1
  default_backend origins
backend origins
  balance roundrobin
${origins.map((origin, index) => `  server origin${index} 127.0.0.1:${origin}`).join('\n')}
  http-response set-header X-Origin %s
`
}

export const PROXIES = { nginx, haproxy }

/** Starts a proxy before servers on loopback, with a certificate of its own, until the test ends. */
export async function startProxy (
  t: Pick<Test, 'teardown'>, name: keyof typeof PROXIES, origins: readonly number[]
): Promise<Proxy> {
  const { program, args, configure } = PROXIES[name]
  let certificate!: Buffer
  const port = await startFront(t, {
    program,
    args,
    configuration: port => configure(port, origins),
    prepare: async folder => { certificate = await createCertificate(folder) }
  })
  return { port, certificate }
}

async function createCertificate (folder: string): Promise<Buffer> {
  const [key, crt] = [join(folder, 'proxy.key'), join(folder, 'proxy.crt')]
  execFileSync('openssl', [
    'req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2', '-subj',
    '/CN=proxy.example', '-addext', 'subjectAltName=DNS:proxy.example', '-keyout', key, '-out', crt
  ], { stdio: 'ignore' })
  const certificate = await readFile(crt)
  await writeFile(join(folder, 'proxy.pem'), Buffer.concat([certificate, await readFile(key)]))
  return certificate
}
