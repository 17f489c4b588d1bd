/** What a command came to. */
export interface Outcome {
  readonly status: 0 | 1
  /** For standard output. */
  readonly output: string
  /** For standard error: what is beside the answer. */
  readonly notes?: string
}
