import { fileOf, run, versionOf } from '../processes.ts'
import type { Result, Row } from '../row.ts'

const COMPILERS = { 'TypeScript 5.9': 'typescript-5.9', 'TypeScript 6': 'typescript-6', 'TypeScript 7': 'typescript-7' }

// By moduleResolution; node20 is the mode of `module` that resolves as node16 and knows require() of ES modules.
const RESOLUTIONS = { node16: 'node20', nodenext: 'nodenext', bundler: 'preserve' }

const CONSUMERS = { ESM: 'esm', CommonJS: 'commonjs' }

/** Compiles a consumer, and checks the declarations of the package, too; faults of other packages are not ours. */
async function compile (compiler: string, project: string, module: string, moduleResolution: string): Promise<Result> {
  const args = [
    fileOf(compiler, 'lib/tsc.js'), '-p', `consumers/${project}.json`, '--module', module, '--moduleResolution',
    moduleResolution
  ]
  const { stdout, stderr } = await run(process.execPath, [...args, '--listFiles', '--pretty', 'false'])
  const lines = stdout.split('\n')
  const faults = lines.filter(line => /\berror TS\d+:/.test(line) && !/node_modules\/(?!fastify-hyper\/)/.test(line))
  const files = lines.filter(line => line.includes('/node_modules/fastify-hyper/dist/') && !faults.includes(line))
  if (faults.length > 0) throw new Error(faults.join('\n'))
  if (files.length === 0) throw new Error(`the package was not read\n${stdout.slice(-2000)}${stderr}`)
  return { version: versionOf(compiler), seen: `no errors; ${files.length} declaration files of the package` }
}

const compiled = Object.entries(COMPILERS)
  .flatMap(([name, compiler]) => Object.entries(RESOLUTIONS).flatMap(([resolution, module]) =>
    Object.entries(CONSUMERS).map(([format, project]): Row => ({
      table: 'TypeScript',
      name: `${name}, \`${resolution}\`, ${format}`,
      run: () => compile(compiler, project, module, resolution)
    }))))

const older = Object.entries(COMPILERS).map(([name, compiler]): Row => ({
  table: 'TypeScript',
  name: `${name}, \`module: node16\`, CommonJS`,
  fails: 'this mode stands for Node.js 16, where `require` of an ES module is an error (TS1471, TS1479). ' +
    'Use `node20` or `nodenext`',
  version: () => versionOf(compiler),
  run: () => compile(compiler, 'commonjs', 'node16', 'node16')
}))

// TypeScript 6 warns of this resolution, and 7 no longer has it.
const node10: Row = {
  table: 'TypeScript',
  name: 'TypeScript 5.9, `node10`, CommonJS',
  run: () => compile('typescript-5.9', 'node10', 'commonjs', 'node10')
}

export const typescriptRows: readonly Row[] = [...compiled, node10, ...older]
