// `Set-Cookie` lines that remove cookies of the app.

/** Returns what removes the cookies that `Set-Cookie` lines set. */
export function removalsOf (lines: readonly string[]): string[] {
  return [...new Set(lines.filter(line => !isExpired(line)).map(removal))]
}

// The names and attributes that browsers compare (RFC 6265, section 5.3), and those that prefixes of names require.
function removal (line: string): string {
  const [pair = '', ...attributes] = partsOf(line)
  const kept = attributes.filter(attribute => /^(?:path=|domain=|secure$|partitioned$)/i.test(attribute))
  return [`${pair.split('=', 1)[0]!}=`, 'Max-Age=0', ...kept].join('; ')
}

// A line that removes a cookie. Max-Age has precedence (RFC 6265, section 5.3).
function isExpired (line: string): boolean {
  const [, ...attributes] = partsOf(line)
  const last = (name: RegExp) => attributes.findLast(attribute => name.test(attribute))?.replace(name, '')
  const [age, date] = [last(/^max-age=/i), last(/^expires=/i)]
  return age === undefined ? Date.parse(date ?? '') <= Date.now() : Number(age) <= 0
}

function partsOf (line: string): string[] {
  return line.split(';').map(part => part.trim())
}

/** Returns what removes a cookie of all paths. */
export function removalOf (name: string): string {
  // Browsers accept a name with a prefix over TLS only.
  return `${name}=; Max-Age=0; Path=/${name.startsWith('__') ? '; Secure' : ''}`
}

/** Whether a line only removes a cookie: what a cookie that no key signs may contain. */
export function isRemoval (line: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+=; Max-Age=0(?:; (?:(?:path|domain)=[ -:<-~]*|secure|partitioned))*$/i.test(line)
}
