// The URL of a form's endpoint describes the form. The fields are in the body, so their names are free.

/** A form as its endpoint sees it. */
export interface FormQuery {
  /** The path of the page that shows the form. */
  readonly page: string
  readonly name: string
  /** What the page calls the form, if not by its name. */
  readonly title?: string | undefined
  readonly method: string
  /** The path of its target. */
  readonly target: string
  /** The media type of its body; undefined for none. */
  readonly type: string | undefined
  /** The entity tag of the representation that the form was rendered from. */
  readonly tag: string | undefined
  /** The path of the resource that the form belongs to; undefined for the path of the page. */
  readonly self?: string | undefined
  /** The path of the collection, where the browser goes if the resource is gone. */
  readonly up?: string | undefined
}

/** Returns the query of the endpoint for a form. */
export function writeFormQuery ({ page, name, method, target, ...others }: FormQuery): string {
  const required = `page=${encoded(page)}&name=${encoded(name)}&method=${encoded(method)}&target=${encoded(target)}`
  const { title, type, tag, self, up } = others
  return required + optional('title', title) + optional('type', type) + optional('tag', tag) + optional('self', self) +
    optional('up', up)
}

function optional (key: string, value: string | undefined): string {
  return value === undefined ? '' : `&${key}=${encoded(value)}`
}

// A query may contain slashes (RFC 3986, section 3.4). Most values need no encoding, and a table has hundreds.
function encoded (value: string): string {
  return /^[\w./-]*$/.test(value) ? value : encodeURIComponent(value).replaceAll('%2F', '/')
}

/** Reads the query of the endpoint; null if it is not complete. */
export function readFormQuery (query: unknown): FormQuery | null {
  const { page, name = '', title, method, target, type, tag, self, up } = query as Record<string, unknown>
  if (!isPath(page) || !isPath(target) || typeof method !== 'string' || !/^[A-Z]+$/.test(method)) return null
  if (typeof name !== 'string' || [self, up].some(path => path !== undefined && !isPath(path))) return null
  const paths = { page: sentPath(page), target: sentPath(target), self: optionalPath(self), up: optionalPath(up) }
  return { ...paths, name, title: stringOf(title), method, type: stringOf(type), tag: stringOf(tag) }
}

function optionalPath (path: unknown): string | undefined {
  return isPath(path) ? sentPath(path) : undefined
}

// The path that the app gets, without dot segments.
function sentPath (path: string): string {
  const { pathname, search } = new URL(path, 'http://localhost')
  return pathname + search
}

/** Whether a value is a path that browsers keep on their own site: `//host` and `/\host` are other sites. */
export function isPath (value: unknown): value is string {
  if (typeof value !== 'string' || !/^\/(?![\\/])[^\s#]*$/.test(value) || !URL.canParse(value, 'http://localhost')) {
    return false
  }
  // `/.//host` has the path `//host`.
  return !new URL(value, 'http://localhost').pathname.startsWith('//')
}

function stringOf (value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
