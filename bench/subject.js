// The build that is measured: this checkout's, or another one to compare it with.
// HYPER_DIST is the directory of that build's index.js, relative to the working directory.
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const other = process.env['HYPER_DIST']

export const directory =
  other === undefined ? new URL('../dist/lib/', import.meta.url) : pathToFileURL(`${resolve(other)}/`)

export const { default: hyper, defineLinks, LinkTarget, offsetPage } = await import(new URL('index.js', directory).href)

/** Loads a module of the measured checkout that the build does not export: `http/accept` for lib/http/accept.ts. */
export async function loadModule (name) {
  const outfile = fileURLToPath(new URL(`../build/bench/${name}.js`, import.meta.url))
  const source = fileURLToPath(new URL(`../../lib/${name}.ts`, directory))
  await build({
    entryPoints: [source],
    outfile,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20.19'
  })
  return import(pathToFileURL(outfile).href)
}
