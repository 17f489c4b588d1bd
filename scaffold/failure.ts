/** A command cannot do what it was asked for; its message says why, and what to do. */
export class Failure extends Error {
  override name = 'Failure'
}
