import ts from 'typescript'

// Programs of TypeScript 6, in this process. They share what they read: the declarations of Node,
// of Fastify and of the package.

const registry = ts.createDocumentRegistry()

/** An editor's view of the first file of a project. */
export interface EditedFile {
  readonly service: ts.LanguageService
  readonly name: string
  readonly source: string
}

/**
 * Opens files as an editor does.
 * @param written the text of files that are not on the disk, by path
 */
export function openFiles (
  names: readonly string[], options: ts.CompilerOptions, written: ReadonlyMap<string, string> = new Map()
): ts.LanguageService {
  const read = (file: string) => written.get(file) ?? ts.sys.readFile(file)
  const host: ts.LanguageServiceHost = {
    getScriptFileNames: () => [...names],
    getScriptVersion: () => '1',
    getScriptSnapshot (file) {
      const text = read(file)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    getCurrentDirectory: () => process.cwd(),
    getCompilationSettings: () => options,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: file => written.has(file) || ts.sys.fileExists(file),
    readFile: read,
    realpath: ts.sys.realpath!
  }
  return ts.createLanguageService(host, registry)
}

/** Opens a project. @param path of its tsconfig */
export function openProject (path: string): {
  readonly service: ts.LanguageService, readonly names: readonly string[]
} {
  const fail = (diagnostic: ts.Diagnostic) => {
    throw new Error(ts.flattenDiagnosticMessageText(diagnostic.messageText, ' '))
  }
  const { options, fileNames: names } = ts.getParsedCommandLineOfConfigFile(path, {}, {
    ...ts.sys, onUnRecoverableConfigFileDiagnostic: fail
  })!
  return { service: openFiles(names, options), names }
}

/**
 * Opens the first file of a project, with what TypeScript has for editors.
 * @param project the path of a tsconfig in the folder
 */
export function openFile (folder: string, project: string): EditedFile {
  const { service, names: [first] } = openProject(`${folder}/${project}`)
  const name = first!
  return { service, name, source: ts.sys.readFile(name)! }
}
