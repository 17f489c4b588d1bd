import { Failure } from '../failure.ts'
import { rangeOf } from '../package.ts'

type Compile = typeof import('json-schema-to-typescript')['compile']

const LIBRARY = 'json-schema-to-typescript'

/** Returns the source of the types of definitions. @throws Failure if the library is not installed */
export async function typesOf (definitions: Readonly<Record<string, unknown>>): Promise<string> {
  if (Object.keys(definitions).length === 0) return ''
  const compile = await load()
  const text = await compile({ type: 'object', definitions } as Parameters<Compile>[0], 'Definitions', {
    additionalProperties: false,
    bannerComment: '',
    customName: (_schema, name) => name,
    ignoreMinAndMaxItems: true,
    style: { semi: false, singleQuote: true, printWidth: 140 },
    unreachableDefinitions: true,
    $refOptions: { resolve: { external: false } }
  })
  // The document itself has no members; comments name where a definition is.
  return text.replace(/^export interface Definitions \{\}\n/m, '')
    .replaceAll(/(?:\n \*)?\n \* This interface was referenced by .*\n \* via the `definition` .*$/gm, '')
    .replaceAll(/\/\*\*\n(?: \*\n)* \*\/\n/g, '')
    .trim()
}

async function load (): Promise<Compile> {
  try {
    const { compile } = await import('json-schema-to-typescript')
    return compile
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    const install = `npm install --save-dev ${LIBRARY}@${rangeOf(LIBRARY)}`
    throw new Failure(`hyper-api client writes types with ${LIBRARY}, which is not installed: ${install}`)
  }
}
