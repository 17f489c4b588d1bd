import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import t from 'tap'

// `npm ci` rejects a lock file without an entry for a dependency, also for one of another platform. An address of a
// download is that of one registry.

interface Locked {
  readonly resolved?: string
  readonly dependencies?: object
  readonly optionalDependencies?: object
}

const files = execFileSync('git', ['ls-files', '*package-lock.json'], { encoding: 'utf8' }).trim().split('\n')

for (const file of files) {
  t.test(`${file} has an entry for each dependency`, async t => {
    const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: Readonly<Record<string, Locked>> }
    const entries = new Set(Object.keys(packages)
      .map(path => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)))
    const names = Object.values(packages).flatMap(({ dependencies = {}, optionalDependencies = {} }) =>
      Object.keys({ ...dependencies, ...optionalDependencies }))
    t.same(names.filter(name => !entries.has(name)), [])
  })

  t.test(`${file} has no address of a download`, async t => {
    const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: Readonly<Record<string, Locked>> }
    t.same(Object.keys(packages).filter(path => packages[path]!.resolved !== undefined), [])
  })
}
