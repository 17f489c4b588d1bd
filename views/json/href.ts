// Members whose values are URLs, in HAL, HAL-FORMS and problem documents. Relative references occur in these only.
const NAMES: readonly unknown[] = ['"href"', '"target"', '"instance"']

const MAX_LENGTH = 2000

/**
 * Returns the URL in a JSON string: the value of a member like `href`, or an `http` or `https` URL. Returns null for
 * other strings and for URI templates.
 *
 * @param source the string, with quotes
 * @param name the name of its member, with quotes
 */
export function hrefIn (source: string, name: string | null): string | null {
  if (source.length > MAX_LENGTH || !(NAMES.includes(name) || /^"https?:/i.test(source))) return null
  const href: unknown = JSON.parse(source)
  return typeof href === 'string' && !/[{}\s]/.test(href) && href !== '' ? href : null
}
