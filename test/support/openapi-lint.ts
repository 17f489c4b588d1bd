import { createConfig, lintFromString } from '@redocly/openapi-core'
import { type OpenApi, validators } from './openapi.ts'

// Adds Redocly, a package of test/apart, to the validators of documents.

// What an app writes itself, or not: summaries, servers, security, and a prefix with a final slash.
const APP_RULES = {
  'operation-summary': 'off', 'no-empty-servers': 'off', 'security-defined': 'off', 'no-path-trailing-slash': 'off'
} as const

const config = createConfig({ extends: ['recommended'], rules: APP_RULES })

async function lintErrors (document: OpenApi): Promise<string[]> {
  const found = await lintFromString({ source: JSON.stringify(document), config: await config })
  return found.filter(({ severity }) => severity === 'error').map(({ ruleId, message, location }) =>
    `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`)
}

validators.push(lintErrors)
