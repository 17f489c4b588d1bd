import { readFileSync } from 'node:fs'

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

// package.json has a placeholder until the repository has its name.
const known = url => url.includes('OWNER') ? null : url

/** The page of the repository on the web, or null while it has no name. */
export const repository = known(manifest.repository.url.replace(/^git\+/, '').replace(/\.git$/, ''))

/** Where the site is published, or null while the repository has no name. */
export const homepage = known(manifest.homepage)

export const { version, description, license } = manifest
