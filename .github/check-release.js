// What must be true before a version is published, beside the tests. Run by `npm publish`, in the workflow release.yml.
import { readFileSync } from 'node:fs'

const { version, repository } = JSON.parse(readFileSync('package.json', 'utf8'))
const changelog = readFileSync('CHANGELOG.md', 'utf8')
const tag = process.env.GITHUB_REF_NAME
const workflow = process.env.GITHUB_REPOSITORY

const faults = [
  repository.url.includes('/OWNER/') && 'package.json: "repository" is a placeholder. Replace OWNER.',
  tag !== undefined && tag !== `v${version}` && `The tag is ${tag}, and the version in package.json is ${version}.`,
  workflow !== undefined && !repository.url.endsWith(`/${workflow}.git`) && `package.json: "repository" is not ${workflow}.`,
  !changelog.includes(`\n## ${version}`) && `CHANGELOG.md has no heading "## ${version}".`
].filter(fault => fault !== false)

for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
