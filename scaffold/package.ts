// The package that the command line belongs to, both in the sources and in the build.
import { readFileSync } from 'node:fs'

interface Manifest {
  readonly version: string
  readonly peerDependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}

const location = import.meta.resolve('fastify-hyper/package.json')

/** Its package.json. */
export const manifest = JSON.parse(readFileSync(new URL(location), 'utf8')) as Manifest

/** The folder of the project that `hyper-api new` copies, or of the small one. */
export function templateFolder (minimal: boolean): URL {
  return new URL(`scaffold/templates/${minimal ? 'minimal' : 'project'}/`, location)
}

/** Returns the range of versions that this package is tested with. */
export function rangeOf (name: string): string {
  return (manifest.devDependencies[name] ?? manifest.peerDependencies[name])!
}
