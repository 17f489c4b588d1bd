/** The result of a command. */
export interface Outcome {
  /** 0: no findings; 1: findings, or a stale catalog; 2: the command failed. */
  readonly status: 0 | 1 | 2
  /** For standard output. */
  readonly output: string
  /** For standard error: remarks and errors. */
  readonly notes?: string
}
