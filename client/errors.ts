import type { ClientProblem, InputFault } from '../types/client.ts'
import type { Resource } from '../types/client-resource.ts'

// Members are declared, not defined: the constructors set them.

/** A response whose status is not 200 to 299. A redirect is followed, and 304 is the resource that the client has. */
export class HypermediaError extends Error {
  /** The name of the class, which distinguishes errors of several copies of the package. */
  override readonly name = 'HypermediaError'
  /** The status of the response. */
  declare readonly status: number
  /** The problem document (RFC 9457); for an error without one, its status and reason phrase. */
  declare readonly problem: ClientProblem
  /** The problem as a resource: its links and actions can be used. */
  declare readonly resource: Resource

  constructor (request: string, problem: ClientProblem, resource: Resource) {
    const { status, title, detail } = problem
    super(`${request}: ${[status, detail ?? title].filter(Boolean).join(' ')}`)
    this.status = status
    this.problem = problem
    this.resource = resource
  }
}

/**
 * A relation or an action that a resource does not have now, or a variable that a URI template does not have.
 * Nothing was sent.
 */
export class NotOffered extends Error {
  /** The name of the class, which distinguishes errors of several copies of the package. */
  override readonly name = 'NotOffered'
  /** The relations, actions or variables that there are. */
  declare readonly offered: readonly string[]

  constructor (
    kind: 'relation' | 'action' | 'variable', name: string, href: string | null, offered: readonly string[]
  ) {
    super(
      `The ${kind} '${name}' is not offered by ${href ?? 'an embedded resource'}. ` +
        `Offered: ${offered.join(', ') || 'none'}.`
    )
    this.offered = offered
  }
}

/** An input that the form of an action does not accept. Nothing was sent. */
export class InvalidInput extends Error {
  /** The name of the class, which distinguishes errors of several copies of the package. */
  override readonly name = 'InvalidInput'
  /** The faults, one for each field at least. */
  declare readonly faults: readonly InputFault[]

  constructor (action: string, faults: readonly InputFault[]) {
    super(`The input of '${action}' is invalid: ${faults.map(({ name, message }) => `${name} ${message}`).join('; ')}.`)
    this.faults = faults
  }
}

/**
 * A URL that the client must not request, a redirect whose target it cannot read, or an action without a strong tag for
 * `If-Match`. Nothing was sent there.
 */
export class NotAllowed extends Error {
  /** The name of the class, which distinguishes errors of several copies of the package. */
  override readonly name = 'NotAllowed'
  /** The URL that is not requested. */
  declare readonly url: string

  constructor (url: string, reason: string) {
    super(`${url} is not requested: ${reason}`)
    this.url = url
  }
}
