import type { IncomingMessage } from 'node:http'
import { defineConfig } from 'vite'

// In development, Vite serves the page and passes all other requests to the API of a generated project,
// which listens on port 3000.
const api = {
  target: 'http://localhost:3000',
  bypass: ({ headers, url }: IncomingMessage) => headers.accept?.includes('text/html') ? url : undefined
}

export default defineConfig({ base: './', server: { proxy: { '^/(?:orders.*)?$': api } } })
