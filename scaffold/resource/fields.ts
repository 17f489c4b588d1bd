import { UsageError } from '../command.ts'
import { capitalized, checkIdentifier, nounOf, wordsOf } from './names.ts'
import { type Field, type FieldType, PLAIN_TYPES, type PlainType } from './new-resource.ts'

interface Kind {
  /** Its schema, with this title. */
  readonly schema: (title: string) => string
  /** Its type in PostgreSQL, as Kysely takes it. */
  readonly column: string
  /** One value of several. */
  readonly sample: (index: number, title: string) => string
}

const ORDINALS = ['First', 'Second', 'Third', 'Fourth']

const KINDS: Readonly<Record<PlainType, Kind>> = {
  string: {
    schema: title => `Type.String({ minLength: 1, maxLength: 100, title: '${title}' })`,
    column: "'text'",
    sample: (index, title) => `'${ORDINALS[index]} ${title.toLowerCase()}'`
  },
  integer: {
    schema: title => `Type.Integer({ minimum: 0, maximum: 2_147_483_647, title: '${title}' })`,
    column: "'integer'",
    sample: index => String((index + 1) * 10)
  },
  number: {
    schema: title => `Type.Number({ title: '${title}' })`,
    column: "'double precision'",
    sample: index => String(index + 1.5)
  },
  boolean: {
    schema: title => `Type.Boolean({ default: false, title: '${title}' })`,
    column: "'boolean'",
    sample: index => String(index % 2 === 1)
  },
  date: {
    schema: title => `Type.String({ format: 'date', title: '${title}' })`,
    column: "'date'",
    sample: index => `'2026-01-0${index + 1}'`
  },
  'date-time': {
    schema: title => `Type.String({ format: 'date-time', title: '${title}' })`,
    column: "'timestamptz'",
    sample: index => `'2026-01-0${index + 1}T12:00:00.000Z'`
  },
  'string[]': {
    schema: title => `Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 100, title: '${title}' })`,
    column: 'sql`text[]`',
    sample: (index, title) => `['${ORDINALS[index]} ${title.toLowerCase()}']`
  }
}

/** Returns what the files of a project have of a type. */
export function kindOf (type: FieldType): Kind {
  if (typeof type === 'string') return KINDS[type]
  if ('reference' in type) {
    return {
      schema: title => `Type.Integer({ minimum: 1, maximum: 2_147_483_647, title: '${title}' })`,
      column: "'integer'",
      sample: index => String(index % 3 + 1)
    }
  }
  const { values } = type
  return {
    schema: title => `Type.Enum([${listed(values)}], { type: 'string', title: '${title}' })`,
    column: "'text'",
    sample: index => `'${values[index % values.length]!}'`
  }
}

/** `'a', 'b'` */
export function listed (values: readonly string[]): string {
  return values.map(value => `'${value}'`).join(', ')
}

const OWN = ['collection', 'edit', 'id', 'search', 'self', 'version']

/** The value of `--fields` if there is none. */
export const DEFAULT_FIELDS = 'name:string,quantity:integer'

/** Reads `title:string,pages:integer?,genre:novel|essay`. @throws UsageError */
export function fieldsOf (given: string): Field[] {
  const fields = given.split(',').map(part => fieldOf(part.trim()))
  const twice = fields.find(({ name }, index) => fields.findIndex(other => other.name === name) < index)
  if (twice !== undefined) throw new UsageError(`--fields: '${twice.name}' is there twice`)
  const isSearchable = fields.some(({ type }) => type === 'string')
  if (!isSearchable) throw new UsageError('--fields: one field must be a string, because the list searches it')
  return fields
}

function fieldOf (given: string): Field {
  const [name = '', written = 'string', ...more] = given.split(':')
  checkIdentifier(name, '--fields', 'title:string,pages:integer')
  if (OWN.includes(name)) throw new UsageError(`--fields: every resource has the field '${name}' already`)
  const isOptional = written.endsWith('?')
  const type = more.length > 0 ? null : typeOf(isOptional ? written.slice(0, -1) : written)
  if (type === null) {
    throw new UsageError(
      `--fields: the type of '${name}' is none of ${PLAIN_TYPES.join(', ')}, a|b|c, ->other, and ? after it`
    )
  }
  return { name, type, isOptional }
}

function typeOf (written: string): FieldType | null {
  const plain = PLAIN_TYPES.find(type => type === written)
  if (plain !== undefined) return plain
  if (written.startsWith('->')) return { reference: nounOf(written.slice(2), '--fields') }
  const values = written.split('|')
  return values.length > 1 && values.every(isState) && new Set(values).size === values.length ? { values } : null
}

/** Whether a text can be a value of an enumeration, or a state. */
export function isState (text: string): boolean {
  return /^[\p{L}\p{N}](?:[\p{L}\p{N} _-]*[\p{L}\p{N}])?$/u.test(text)
}

/** `fullOf` is `Full of`. */
export function titleOf (name: string): string {
  return capitalized(wordsOf(name).join(' '))
}
