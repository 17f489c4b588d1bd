/** What a command came to. */
export interface Outcome {
  /** 0 is well; 1 is an answer, findings or a stale catalog; 2 is none, since the command could not do its work. */
  readonly status: 0 | 1 | 2
  /** For standard output. */
  readonly output: string
  /** For standard error: what is beside the answer. */
  readonly notes?: string
}
