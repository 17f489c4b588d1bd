// Errors of callbacks that do not fail the request are logged.
import { inspect } from '../node-modules.ts'

/** The part of a logger that logs errors. */
interface ErrorLog {
  error (details: object, message: string): void
}

/** What is logged with an error. */
interface ErrorDetails {
  readonly err: unknown
  readonly policy?: string
}

/** Logs an error. The logger of Fastify marks errors, and throws for one that is frozen: then a copy is logged. */
export function logError (log: ErrorLog, details: ErrorDetails, message: string): void {
  try {
    log.error(details, message)
  } catch {
    log.error({ ...details, err: copyOf(details.err) }, message)
  }
}

// Its stack contains its members and its causes, each of which may be frozen, too.
function copyOf (error: unknown): Error {
  const description = inspect(error, { customInspect: false })
  return Object.assign(new Error(description.split('\n', 1)[0]), { stack: description })
}
