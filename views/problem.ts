import { type JsonObject, stringMember } from '../hypermedia/read.ts'

/** The members of a problem that the page shows. */
export interface ProblemDetails {
  readonly title: string
  readonly detail: string | undefined
  /** The URL of the documentation of this problem type. */
  readonly type: string | undefined
  /** All members that are not shown above. */
  readonly otherMembers: JsonObject
}

/** Reads a problem document (RFC 9457), or an error of Fastify (`error`, `message`). */
export function readProblem (value: JsonObject, defaultTitle: string): ProblemDetails {
  const title = stringMember(value, 'title') ?? stringMember(value, 'error') ?? defaultTitle
  const detail = stringMember(value, 'detail') ?? stringMember(value, 'message')
  const type = stringMember(value, 'type')
  const shown: unknown[] = [title, detail]
  const others = Object.entries(value)
    .filter(([name, value]) => !shown.includes(value) && !['type', 'status', 'statusCode'].includes(name))
  return { title, detail, type: type === 'about:blank' ? undefined : type, otherMembers: Object.fromEntries(others) }
}
