// Compiles the package and its tests to build/, module by module, so that no test process compiles them again.
import { copyFile, readdir, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path/posix'
import { build } from 'esbuild'

const FOLDERS = [
  'types', 'lib', 'hypermedia', 'views', 'client', 'explorer', 'formats', 'html', 'mcp', 'nest', 'testing', 'scaffold',
  'scripts', 'examples/orders',
  ...['acceptance', 'http', 'process', 'suites', 'support', 'unit'].map(name => `test/${name}`)
]
// What has packages or compilers of its own.
const APART = /\/(?:node_modules|tools|consumers|mutation)\/|\.d\.ts$/

const sources = await Promise.all(FOLDERS.map(async folder =>
  (await readdir(folder, { recursive: true })).map(file => join(folder, file.replaceAll('\\', '/')))))

// Imports name sources; what is compiled imports what is compiled of them.
const imports = {
  name: 'imports',
  setup: ({ onResolve }) => onResolve({ filter: /./ }, ({ kind, path }) => kind === 'entry-point'
    ? undefined
    : { path: path.startsWith('.') ? path.replace(/\.tsx?$/, '.js') : path, external: true })
}

await rm('build', { recursive: true, force: true })
await build({
  entryPoints: sources.flat().filter(file => /\.tsx?$/.test(file) && !APART.test(file)),
  outdir: 'build',
  outbase: '.',
  bundle: true,
  treeShaking: false,
  plugins: [imports],
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'warning'
})
await symlink('../../test/cases', 'build/test/cases', 'junction')
await copyFile('lib/packages.cjs', 'build/lib/packages.cjs')
