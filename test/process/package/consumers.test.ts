import t from 'tap'
import { COMPILERS } from '../../support/compiler-errors.ts'

// Programs that use the built package by its name, each compiled on its own:
// what they augment counts for a whole program.
// One checks the declarations of the package, too; faults of other packages are not ours.

const PROGRAMS = {
  names: 'route names that are declared type LinkTarget.route',
  catalog: 'a catalog types its entries, and LinkTarget.route',
  plain: 'an app, and one in CommonJS',
  bundled: 'an app whose modules a bundler resolves',
  typebox: 'schemas for TypeBox 1 where TypeBox 0.34 is not installed'
}

for (const [project, title] of Object.entries(PROGRAMS)) {
  for (const [name, compile] of Object.entries(COMPILERS)) {
    t.test(`${title}, ${name}`, async t => {
      const { errors, files } = compile(`test/process/package/consumers/${project}.json`)
      t.same(errors.filter(error => !/^[^(]*node_modules\//.test(error)), [])
      for (const file of ['dist/lib/index.d.ts', 'dist/types/fastify.d.ts']) {
        t.ok(files.includes(file), `${file} was read`)
      }
      if (project === 'typebox') t.same(files.filter(file => file.includes('@sinclair')), [])
    })
  }
}
