// Names as people read them.

const LOGIN = /^(?:log-?in|sign-?in|authenticate)$/i

/** Whether a relation or action is the login of the app. */
export function isLogin (name: string): boolean {
  return LOGIN.test(name)
}

/** Returns a name as a label: `shipTo` and `ship-to` become `Ship to`. Names with a prefix or a URL stay. */
export function labelOf (name: string): string {
  if (/^[a-z]+$/.test(name)) return name.charAt(0).toUpperCase() + name.slice(1)
  if (!/^[\w-]+$/.test(name)) return name
  const words = name.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll(/[-_]+/g, ' ').trim().toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Returns the title of a member, or its name as a label if it has none. */
export function titleOf (name: string, title = name): string {
  return title === name ? labelOf(name) : title
}
