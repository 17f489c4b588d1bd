import { text, type JsonObject } from './members.ts'

/** An error as people read it. */
export interface ProblemText {
  readonly title: string
  readonly detail: string | undefined
  /** Where its kind is documented. */
  readonly type: string | undefined
  /** All that is not said above. */
  readonly rest: JsonObject
}

/** Reads a problem document (RFC 9457), or what Fastify and others write instead. */
export function readProblem (value: JsonObject, otherwise: string): ProblemText {
  const title = text(value, 'title') ?? text(value, 'error') ?? otherwise
  const detail = text(value, 'detail') ?? text(value, 'message')
  const type = text(value, 'type')
  const said: unknown[] = [title, detail]
  const rest = Object.entries(value).filter(([name, value]) => !(said.includes(value) || ['type', 'status', 'statusCode'].includes(name)))
  return { title, detail, type: type === 'about:blank' ? undefined : type, rest: Object.fromEntries(rest) }
}
