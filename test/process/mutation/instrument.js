// Writes all mutants of a room into a copy of the compiled project:
// the mutant that runs is chosen when a process starts.
import { cpSync, mkdtempSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { transform } from 'esbuild'
import { Instrumenter } from './tools/node_modules/@stryker-mutator/instrumenter/dist/src/index.js'

const silent = () => {}
const logger = { isDebugEnabled: () => false, debug: silent, info: silent, warn: silent, error: silent }

/** The folder that tests run in: build/ is a copy, everything else is the project. */
export function createSandbox () {
  const folder = mkdtempSync(join(tmpdir(), 'fastify-hyper-mutants-'))
  for (const name of readdirSync('.')) {
    if (name !== 'build' && name !== '.git') symlinkSync(join(process.cwd(), name), join(folder, name))
  }
  cpSync('build', join(folder, 'build'), {
    recursive: true, verbatimSymlinks: true, filter: name => name !== 'build/mutation'
  })
  cpSync('test/process/mutation/tests.js', join(folder, 'build/test/mutation-tests.js'))
  return folder
}

/** Instrumented sources replace the compiled files of the sandbox; returns the mutants. */
export async function instrument (names, sandbox) {
  const files = names.map(name => ({ name, mutate: true, content: readFileSync(name, 'utf8') }))
  const result = await new Instrumenter(logger).instrument(files, {
    plugins: null, excludedMutations: [], ignorers: []
  })
  for (const { name, content } of result.files) {
    const { code } = await transform(content, {
      loader: 'ts', target: 'es2023', tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } }
    })
    const compiled = code.replace(/(["'])(\.\.?\/[^"'\n]*)\.ts\1/g, '$1$2.js$1')
    writeFileSync(join(sandbox, 'build', name.replace(/ts$/, 'js')), compiled)
  }
  return result.mutants.map(mutant => describe(mutant, files.find(file => file.name === mutant.fileName).content))
}

/** The source files of folders and files. */
export function filesOf (sources) {
  return sources.flatMap(source => statSync(source).isFile()
    ? [source]
    : readdirSync(source, { recursive: true }).filter(name => name.endsWith('.ts'))
      .map(name => `${source}/${name}`).sort())
}

/** A mutant by its code, not by its line: other changes of the file must not make it unknown. */
function describe ({ id, fileName: file, mutatorName: mutator, replacement, location: { start, end } }, content) {
  const lines = content.split('\n')
  const mutated = start.line === end.line
    ? lines[start.line].slice(start.column, end.column)
    : [lines[start.line].slice(start.column), ...lines.slice(start.line +
      1, end.line), lines[end.line].slice(0, end.column)].join('\n')
  const change = `${short(mutated)} → ${short(replacement)}`
  return { id, file, line: start.line + 1, mutator, code: lines[start.line].trim(), change }
}

function short (code) {
  const line = code.replace(/\s+/g, ' ')
  return line.length > 100 ? `${line.slice(0, 60)} … ${line.slice(-30)}` : line
}
