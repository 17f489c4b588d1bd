import ts from 'typescript'

/** An editor's view of the first file of a project. */
export interface EditedFile {
  readonly service: ts.LanguageService
  readonly name: string
  readonly source: string
}

/** Opens the first file of a project, with what TypeScript has for editors. @param project the path of a tsconfig in the folder */
export function openFile (folder: string, project: string): EditedFile {
  const { config } = ts.readConfigFile(`${folder}/${project}`, ts.sys.readFile) as { config: object }
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, folder)
  const service = ts.createLanguageService({
    getScriptFileNames: () => fileNames,
    getScriptVersion: () => '1',
    getScriptSnapshot: file => ts.sys.fileExists(file) ? ts.ScriptSnapshot.fromString(ts.sys.readFile(file)!) : undefined,
    getCurrentDirectory: () => process.cwd(),
    getCompilationSettings: () => options,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile
  })
  const name = fileNames[0]!
  return { service, name, source: ts.sys.readFile(name)! }
}
