// Errors of validators in words for people.

const WORDS: ReadonlyArray<readonly [RegExp, string]> = [
  [/^must be >= (\S+)$/, 'must be at least $1'],
  [/^must be <= (\S+)$/, 'must be at most $1'],
  [/^must be > (\S+)$/, 'must be more than $1'],
  [/^must be < (\S+)$/, 'must be less than $1'],
  [/^must be multiple of (\S+)$/, 'must be a multiple of $1'],
  [/^must NOT have fewer than 1 (character|item)s$/, 'must have at least 1 $1'],
  [/^must NOT have fewer than (\d+) (\w+)$/, 'must have at least $1 $2'],
  [/^must NOT have more than 1 (character|item)s$/, 'must have at most 1 $1'],
  [/^must NOT have more than (\d+) (\w+)$/, 'must have at most $1 $2'],
  [/^must NOT have duplicate items.*$/, 'must not have an item twice'],
  [/^must be equal to (?:one of the allowed values|constant)$/, 'must be one of the choices'],
  [/^must be integer$/, 'must be a whole number'],
  [/^must be number$/, 'must be a number'],
  [/^must be boolean$/, 'must be yes or no'],
  [/^must be string$/, 'must be a text'],
  [/^must be array$/, 'must be a list'],
  [/^must match format "email"$/, 'must be an e-mail address'],
  [/^must match format "(?:uri|url|iri)"$/, 'must be a URL'],
  [/^must match format "date"$/, 'must be a date, such as 2026-01-31'],
  [/^must match format "date-time"$/, 'must be a date and a time, such as 2026-01-31T12:00:00Z'],
  [/^must match format "time"$/, 'must be a time, such as 12:00:00Z'],
  [/^must match format "uuid"$/, 'must be an identifier (UUID)'],
  [/^must match (?:format|pattern) [^]*$/, 'does not have the right form'],
  [/^must have required property .*$/, 'is required']
]

/** Returns the message of a validator in words: `must be at most 100` for `must be <= 100`. Others stay. */
export function faultWords (message: string): string {
  const found = WORDS.find(([pattern]) => pattern.test(message))
  return found === undefined ? message : message.replace(found[0], found[1])
}
