// The package of a catalog: written whole, or not at all.
import { lstat, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { ServiceCatalog } from '../types/services.ts'
import { Failure } from './failure.ts'

/** Marks a package that `hyper-api catalog` wrote. */
const KEYWORD = 'fastify-hyper-catalog'

// CommonJS, so that modules of both kinds can import it in every version of Node.js.
const CODE = "'use strict'\n\nexports.catalog = require('./catalog.json')\n"

const COMMENT = '/** The routes of the service, for the option `services`. */'

/**
 * Writes the package of a catalog into a folder, in place of an earlier version of it.
 * @throws Failure for a folder with anything else
 */
export async function writePackage (out: string, name: string, catalog: ServiceCatalog): Promise<void> {
  const folder = resolve(out)
  const [made, old] = [`${folder}.${process.pid}.new`, `${folder}.${process.pid}.old`]
  try {
    const files = filesOf(name, await versionIn(out, name), JSON.stringify(catalog, null, 2))
    await mkdir(dirname(folder), { recursive: true })
    await mkdir(made)
    for (const [file, text] of files) await writeFile(join(made, file), text)
    await replace(folder, made, old)
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure(`${out} cannot hold the package of the catalog: ${(error as Error).message}. ` +
      'Nothing was written. Name another folder with --out.')
  } finally {
    // Above a file there is nothing to remove, and the first error is the one to report.
    await rm(made, { recursive: true, force: true }).catch(() => {})
  }
}

function filesOf (name: string, version: string, json: string): Map<string, string> {
  const manifest = {
    name,
    version,
    description: 'The routes of a service, for links of other services',
    keywords: [KEYWORD],
    type: 'commonjs',
    main: 'index.js',
    types: 'index.d.ts',
    files: ['catalog.json', 'index.js', 'index.d.ts']
  }
  return new Map([
    ['package.json', `${JSON.stringify(manifest, null, 2)}\n`],
    ['catalog.json', `${json}\n`],
    ['index.js', CODE],
    // JSON is a type, too: of literals.
    ['index.d.ts', `${COMMENT}\nexport declare const catalog: ${json}\n`]
  ])
}

// A folder cannot be renamed to one that has files.
async function replace (folder: string, made: string, old: string): Promise<void> {
  const hasOld = await rename(folder, old).then(() => true, ignoreAbsence)
  try {
    await rename(made, folder)
  } catch (error) {
    if (hasOld) await rename(old, folder)
    throw error
  }
  await rm(old, { recursive: true, force: true })
}

/** Returns the version of the package in a folder; of a new package if there is none. */
async function versionIn (out: string, name: string): Promise<string> {
  const stats = await lstat(out).catch(ignoreAbsence)
  if (stats === false) return '1.0.0'
  if (!stats.isDirectory()) throw foreign(out, 'it is no folder')
  const entries = await readdir(out)
  if (entries.length === 0) return '1.0.0'
  const manifest = await readFile(join(out, 'package.json'), 'utf8').then(parsed, ignoreAbsence) || {}
  if (!manifest.keywords?.includes(KEYWORD)) throw foreign(out, 'it has files of somebody else')
  if (manifest.name !== name) throw foreign(out, `it has the package ${manifest.name}`)
  const others = entries.filter(entry => !filesOf('', '', '').has(entry))
  if (others.length > 0) throw foreign(out, `hyper-api did not write ${others.slice(0, 5).join(', ')}`)
  return manifest.version ?? '1.0.0'
}

function foreign (out: string, reason: string): Failure {
  return new Failure(`${out} was not written over, because ${reason}. Name another folder with --out.`)
}

interface Manifest { readonly name?: string, readonly version?: string, readonly keywords?: readonly unknown[] }

function parsed (text: string): Manifest {
  try {
    return JSON.parse(text) as Manifest
  } catch {
    return {}
  }
}

function ignoreAbsence (error: unknown): false {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
  throw error
}
