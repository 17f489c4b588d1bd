// Compiles projects whose decorators have metadata: the types of parameters, which Nest injects by. Neither tsx nor
// Node.js writes them.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, parse, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type TypeScript from 'typescript'
import { resolveFrom } from './resolve-from.ts'

type Compiler = typeof TypeScript
type Options = TypeScript.CompilerOptions

/**
 * Compiles a file and what it imports with the TypeScript of the project and its tsconfig.json, file by file and
 * without checks, into a folder that is removed when the process ends.
 * @returns the compiled file; null if the project does not emit the metadata of decorators
 */
export function compileDecorated (file: string): string | null {
  const compiler = resolveFrom(file, 'typescript')
  if (compiler === undefined || resolveFrom(file, '@nestjs/core') === undefined) return null
  const ts = createRequire(compiler)(compiler) as Compiler
  const config = ts.findConfigFile(dirname(resolve(file)), ts.sys.fileExists)
  const options = config === undefined ? undefined : optionsOf(ts, config)
  if (config === undefined || options?.emitDecoratorMetadata !== true) return null
  process.setSourceMapsEnabled(true)
  return new Compilation(ts, options, dirname(config)).compile(resolve(file))
}

function optionsOf (ts: Compiler, config: string): Options | undefined {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} }
  return ts.getParsedCommandLineOfConfigFile(config, {}, host)?.options
}

class Compilation {
  readonly #ts: Compiler
  readonly #options: Options
  readonly #folder: string
  readonly #files = new Set<string>()

  constructor (ts: Compiler, options: Options, project: string) {
    this.#ts = ts
    this.#options = options
    this.#folder = temporaryFolder(project)
  }

  compile (file: string): string {
    const type = this.#isModule(file) ? 'module' : 'commonjs'
    writeFileSync(join(this.#folder, 'package.json'), JSON.stringify({ type }))
    this.#files.add(file)
    // Compiling a file adds those that it imports.
    for (const found of this.#files) this.#write(found)
    return this.#target(file)
  }

  #write (file: string): void {
    const target = this.#target(file)
    mkdirSync(dirname(target), { recursive: true })
    if (!/\.[cm]?tsx?$/.test(file)) return cpSync(file, target)
    const { ModuleKind, transpileModule, sys } = this.#ts
    const compilerOptions = {
      ...this.#options,
      module: this.#isModule(file) ? ModuleKind.ESNext : ModuleKind.CommonJS,
      sourceMap: false,
      inlineSourceMap: true,
      // Messages name lines of the source.
      rootDir: dirname(file),
      sourceRoot: `${pathToFileURL(dirname(file)).href}/`
    }
    const transformers = { before: [this.#relativeImports(file)] }
    const { outputText } = transpileModule(sys.readFile(file) ?? '', { fileName: file, compilerOptions, transformers })
    writeFileSync(target, outputText)
  }

  // With its whole path, since a project may import from folders beside it.
  #target (file: string): string {
    return join(this.#folder, relative(parse(file).root, file)).replace(/\.([cm]?)tsx?$/, '.$1js')
  }

  #isModule (file: string): boolean {
    const { ModuleKind, getImpliedNodeFormatForFile, sys } = this.#ts
    const { module = ModuleKind.CommonJS } = this.#options
    if (module < ModuleKind.Node16 || module > ModuleKind.NodeNext) return module !== ModuleKind.CommonJS
    return getImpliedNodeFormatForFile(file, undefined, sys, this.#options) === ModuleKind.ESNext
  }

  /**
   * Replaces what names files of the project, such as aliases of `paths`, with relative paths:
   * Node.js does not resolve them.
   */
  #relativeImports (file: string): TypeScript.TransformerFactory<TypeScript.SourceFile> {
    const { factory, isStringLiteral, visitEachChild } = this.#ts
    return context => source => {
      const visit = (node: TypeScript.Node): TypeScript.Node => {
        const found = isStringLiteral(node) && isSpecifier(this.#ts, node) ? this.#find(node.text, file) : undefined
        if (found === undefined) return visitEachChild(node, visit, context)
        this.#files.add(found)
        const path = relative(dirname(file), found).replaceAll('\\', '/').replace(/\.([cm]?)tsx?$/, '.$1js')
        return factory.createStringLiteral(path.startsWith('.') ? path : `./${path}`)
      }
      return visitEachChild(source, visit, context)
    }
  }

  // Undefined for what is no file of the project.
  #find (specifier: string, file: string): string | undefined {
    const { ModuleKind, resolveModuleName, sys } = this.#ts
    const mode = this.#isModule(file) ? ModuleKind.ESNext : ModuleKind.CommonJS
    const { resolvedModule: found } = resolveModuleName(specifier, file, this.#options, sys, undefined, undefined, mode)
    if (found === undefined || found.isExternalLibraryImport === true || /\.d\.[cm]?ts$/.test(found.resolvedFileName)) {
      return undefined
    }
    return resolve(found.resolvedFileName)
  }
}

// Below node_modules of the project, where its packages are found.
function temporaryFolder (project: string): string {
  const cache = join(project, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'fastify-hyper-'))
  process.once('exit', () => { rmSync(folder, { recursive: true, force: true }) })
  return folder
}

function isSpecifier (ts: Compiler, { parent }: TypeScript.StringLiteral): boolean {
  return ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) || ts.isExternalModuleReference(parent) ||
    (ts.isCallExpression(parent) && parent.expression.kind === ts.SyntaxKind.ImportKeyword)
}
