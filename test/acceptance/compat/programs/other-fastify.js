// node --import ./programs/other-fastify.js: FASTIFY names the installed copy that `import 'fastify'` finds.
import { register } from 'node:module'

register('./resolve-fastify.js', import.meta.url, { data: { copy: process.env.FASTIFY } })
