// The build that is measured: this checkout's, or another one to compare it with.
// HYPER_DIST is the directory of that build's index.js, relative to the working directory.
import { pathToFileURL } from 'node:url'
import { resolve } from 'node:path'

const other = process.env['HYPER_DIST']

/** Where the modules of the measured build are. */
export const directory = other === undefined ? new URL('../dist/lib/', import.meta.url) : pathToFileURL(`${resolve(other)}/`)

export const { default: hyper, defineLinks, LinkTarget, offsetPage } = await import(new URL('index.js', directory).href)
