const LOGOUT = /^(?:log-?out|sign-?out)$/i

/** Whether an action removes something, by its method. The end of a session can be undone by a login. */
export function isRemoval ({ name, method }: { readonly name: string, readonly method: string }): boolean {
  return method === 'DELETE' && !LOGOUT.test(name)
}
