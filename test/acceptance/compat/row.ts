// One thing that the package is used with: a version, a tool, a server in front.

export interface Row {
  /** The table of docs/compatibility.md. */
  readonly table: 'Node.js' | 'Fastify' | 'TypeScript' | 'Loaders' | 'Runners' | 'Platforms' | 'Proxies'
  /** The first cell of its line; unique. */
  readonly name: string
  /** Why it is expected to fail; a row that passes although it has a reason fails the run. */
  readonly fails?: string
  /** The version of a row that is expected to fail. */
  readonly version?: () => string
  /** Returns what was seen; rejects if something does not work. */
  run (): Promise<Result>
}

export interface Result {
  /** The version that was run. */
  readonly version: string
  /** What passed: `13 checks`. */
  readonly seen: string
}
