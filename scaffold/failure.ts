/** A command failed; the message contains the reason and the remedy. */
export class Failure extends Error {
  override name = 'Failure'
}
