import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { buildApp } from '../src/app.ts'
import { ROLES } from '../src/auth.ts'
import { readSettings } from '../src/settings.ts'

// Prints a bearer token for development: npm run --silent token -- --role clerk
const { values } = parseArgs({
  options: { role: { type: 'string', default: 'clerk' }, name: { type: 'string', default: 'developer' } }
})
if (existsSync('.env')) process.loadEnvFile()

async function token (): Promise<string> {
  if (process.env['NODE_ENV'] === 'production') {
    throw new Error('Tokens are for development. In production, another service issues them.')
  }
  const role = ROLES.find(name => name === values.role)
  if (role === undefined) throw new Error(`--role is '${values.role}': choose one of ${ROLES.join(', ')}.`)
  const app = await buildApp({ jwtSecret: readSettings(process.env).jwtSecret })
  return app.jwt.sign({ sub: values.name, role }, { expiresIn: '8h' })
}

token().then(console.log, (error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
