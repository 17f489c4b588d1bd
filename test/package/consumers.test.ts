import { spawnSync } from 'node:child_process'
import { relative } from 'node:path'
import t from 'tap'

// Programs that use the built package by its name, each compiled on its own: what they augment counts for a whole program.
// One checks the declarations of the package, too; faults of other packages are not ours.

const ROOT = process.cwd()

const COMPILERS = { 'TypeScript 6': 'typescript', 'TypeScript 7': 'ts7' }

const PROGRAMS = {
  names: 'route names that are declared type LinkTarget.route',
  catalog: 'a catalog types its entries, and LinkTarget.route',
  plain: 'an app, and one in CommonJS',
  bundled: 'an app whose modules a bundler resolves'
}

function compile (compiler: string, project: string): { faults: string[], files: string[] } {
  const args = [`node_modules/${compiler}/lib/tsc.js`, '-p', `test/package/consumers/${project}.json`, '--listFiles', '--pretty', 'false']
  const { stdout, stderr, error } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 24 })
  if (error !== undefined || stdout === '') throw error ?? new Error(stderr)
  const lines = stdout.split('\n')
  return {
    faults: lines.filter(line => /\berror TS\d+:/.test(line) && !line.includes('node_modules/')),
    files: lines.map(line => relative(ROOT, line))
  }
}

for (const [project, title] of Object.entries(PROGRAMS)) {
  for (const [name, compiler] of Object.entries(COMPILERS)) {
    t.test(`${title}, ${name}`, async t => {
      const { faults, files } = compile(compiler, project)
      t.same(faults, [])
      for (const file of ['dist/lib/index.d.ts', 'dist/types/fastify.d.ts']) t.ok(files.includes(file), `${file} was read`)
    })
  }
}
