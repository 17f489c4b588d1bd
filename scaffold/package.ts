// The package that the command line belongs to, both in the sources and in the build.
import { readFileSync } from 'node:fs'

interface Manifest {
  readonly version: string
  readonly homepage: string
  readonly dependencies: Readonly<Record<string, string>>
  readonly peerDependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}

const location = import.meta.resolve('fastify-hyper/package.json')

/** Its package.json. */
export const manifest = JSON.parse(readFileSync(new URL(location), 'utf8')) as Manifest

/** Where its documentation is published; null while package.json has a placeholder for it. */
export const site = manifest.homepage.includes('//OWNER.') ? null : manifest.homepage

/** The folder of the files that `hyper-api` writes: of a project, of a small one, or of a resource. */
export function templateFolder (name: 'project' | 'minimal' | 'resource'): URL {
  return new URL(`scaffold/templates/${name}/`, location)
}

// The versions of test/apart/package.json, which is not published.
const APART: Readonly<Record<string, string>> = {
  '@fastify/rate-limit': '^11.2.0',
  '@types/pg': '^8.23.1',
  'close-with-grace': '^2.5.0',
  eslint: '^9.39.5',
  'json-schema-to-typescript': '^16.0.0',
  kysely: '^0.28.18',
  neostandard: '^0.13.0',
  pg: '^8.23.1'
}

/** Returns the range of versions that this package is tested with. */
export function rangeOf (name: string): string {
  const { dependencies, devDependencies, peerDependencies } = manifest
  return (APART[name] ?? devDependencies[name] ?? dependencies[name] ?? peerDependencies[name])!
}
