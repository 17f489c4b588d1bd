import { readdirSync } from 'node:fs'
import { join } from 'node:path/posix'
import ts from 'typescript'

const ROOT = process.cwd()

/** The modules that package.json exports. */
export const ENTRIES: readonly string[] = [
  'lib/index.ts', 'lib/typebox.ts', 'lib/zod.ts', 'explorer/index.ts', 'html/index.ts', 'mcp/index.ts', 'nest/index.ts',
  'client/index.ts', 'testing/index.ts', 'formats/siren.ts', 'formats/collection-json.ts',
  'formats/json-api.ts', 'formats/hydra.ts'
]

/** The modules of the types that users name. */
export const TYPES: readonly string[] = readdirSync('types').map(file => `types/${file}`)

const { config } =
  ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile) as { config: { compilerOptions: object } }
const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, ROOT)

/** The program of these modules, for all tests of a process: to read it takes seconds. */
export const program: ts.Program = ts.createProgram([...ENTRIES, ...TYPES].map(file => join(ROOT, file)), options)

/** The program of one module without imports. @param source its text */
export function programOf (file: string, source: string): ts.Program {
  const host = ts.createCompilerHost(options)
  const { getSourceFile } = host
  host.getSourceFile = (path, version, ...others) =>
    path === join(ROOT, file) ? ts.createSourceFile(path, source, version) : getSourceFile(path, version, ...others)
  return ts.createProgram([join(ROOT, file)], { ...options, noLib: true, types: [] }, host)
}

/** The symbols that a module exports. */
export function exportsOf (file: string, from: ts.Program = program): ts.Symbol[] {
  const checker = from.getTypeChecker()
  return checker.getExportsOfModule(checker.getSymbolAtLocation(from.getSourceFile(join(ROOT, file))!)!)
}
