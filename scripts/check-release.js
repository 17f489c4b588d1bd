// What must be true before a version is published, beside the tests. Run by `npm publish`, in the workflow release.yml.
import { readFileSync } from 'node:fs'

const { version, repository, homepage } = JSON.parse(readFileSync('package.json', 'utf8'))
const create = JSON.parse(readFileSync('scaffold/create/package.json', 'utf8'))
const changelog = readFileSync('CHANGELOG.md', 'utf8')
const tag = process.env.GITHUB_REF_NAME
const workflow = process.env.GITHUB_REPOSITORY

const faults = [
  repository.url.includes('/OWNER/') && 'package.json: "repository" is a placeholder. Replace OWNER.',
  homepage !== homepageOf(repository.url) &&
    `package.json: "homepage" is not that of "repository", ${homepageOf(repository.url)}.`,
  tag !== undefined && tag !== `v${version}` && `The tag is ${tag}, and the version in package.json is ${version}.`,
  workflow !== undefined && !repository.url.endsWith(`/${workflow}.git`) &&
    `package.json: "repository" is not ${workflow}.`,
  (create.version !== version || create.dependencies['fastify-hyper'] !== version) &&
    `scaffold/create/package.json: "version" and the version of fastify-hyper are not ${version}.`,
  !changelog.includes(`\n## ${version}\n`) && `CHANGELOG.md has no heading "## ${version}".`,
  /\n## Unreleased\n(?:(?!\n## )[^])*?\n- /.test(changelog) &&
    `CHANGELOG.md has entries below "Unreleased". Move them below "## ${version}".`
].filter(fault => fault !== false)

for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1

// Where pages.yml publishes the documentation.
function homepageOf (url) {
  const [, owner, name] = /([^/]+)\/([^/]+)\.git$/.exec(url)
  return `https://${owner}.github.io/${name}/`
}
