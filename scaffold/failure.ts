/** A command failed; the message contains the reason and the remedy. */
export class Failure extends Error {
  override name = 'Failure'
}

// Where this package is, as stacks have it.
const PACKAGE = new URL('..', import.meta.url).href

/** Returns the stack of an error of an app, without what Node.js and this package called. */
export function appStack ({ stack = '' }: Error): string {
  const isOwn = (line: string) => line.includes('node:') || line.includes(PACKAGE)
  return stack.split('\n').filter(line => !/^ +at /.test(line) || !isOwn(line)).join('\n')
}
