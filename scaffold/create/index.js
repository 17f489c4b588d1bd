#!/usr/bin/env node
// npm create fastify-hyper@latest my-api: runs `fastify-hyper new my-api`.
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

const { resolve } = createRequire(import.meta.url)
const manifest = pathToFileURL(resolve('fastify-hyper/package.json'))
process.argv.splice(2, 0, 'new')
await import(new URL('dist/scaffold/cli.js', manifest).href)
