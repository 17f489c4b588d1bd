// `--node 24,26`: a program of this folder runs with each version of Node.js, which the npm package `node` has.
import { spawnSync } from 'node:child_process'

/**
 * Runs a program with each of the versions, and ends the process. Does nothing if none is named.
 * @param {string} program
 * @param {string | undefined} versions separated by commas
 */
export function runWith (program, versions) {
  if (versions === undefined) return
  const own = process.argv.slice(2).filter((word, index, words) => word !== '--node' && words[index - 1] !== '--node')
  const outcomes = versions.split(',').map(version => {
    const command = ['exec', '--yes', '--package', `node@${version}`, '--', 'node', program, ...own]
    return spawnSync('npm', command, { stdio: 'inherit' }).status
  })
  process.exit(outcomes.every(status => status === 0) ? 0 : 1)
}

/** The name of the results of a program with this version of Node.js. */
export function nameWithVersion (name) {
  const [major] = process.versions.node.split('.')
  return `${name}-${major}`
}
