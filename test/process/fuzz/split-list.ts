/**
 * Splits a string at a separator that is not in a quoted string (RFC 9110 section 5.6.4).
 * A quote that is not closed is `open`.
 */
export function splitOutsideQuotes (field: string, separator: string): Array<{ part: string, open: boolean }> {
  const parts = [{ part: '', open: false }]
  let isEscaped = false
  for (const character of field) {
    const last = parts.at(-1)!
    if (!last.open && character === separator) {
      parts.push({ part: '', open: false })
      continue
    }
    last.part += character
    if (isEscaped) isEscaped = false
    else if (last.open && character === '\\') isEscaped = true
    else if (character === '"') last.open = !last.open
  }
  return parts
}

/** A string without spaces and tabs around it (RFC 9110 section 5.6.3). */
export function trimmed (value: string): string {
  return value.replace(/^[ \t]+/, '').replace(/[ \t]+$/, '')
}
