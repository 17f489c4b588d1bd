import { UsageError } from '../command.ts'
import { capitalized, checkIdentifier, wordsOf } from './names.ts'
import type { Field, FieldType } from './new-resource.ts'

interface Kind {
  /** Its schema, with this title. */
  readonly schema: (title: string) => string
  /** Its type in PostgreSQL. */
  readonly column: string
  /** One value of several. */
  readonly sample: (index: number, title: string) => string
}

const ORDINALS = ['First', 'Second', 'Third', 'Fourth']

const KINDS: Readonly<Record<FieldType, Kind>> = {
  string: {
    schema: title => `Type.String({ minLength: 1, maxLength: 100, title: '${title}' })`,
    column: 'text',
    sample: (index, title) => `'${ORDINALS[index]} ${title.toLowerCase()}'`
  },
  integer: {
    schema: title => `Type.Integer({ minimum: 0, maximum: 2_147_483_647, title: '${title}' })`,
    column: 'integer',
    sample: index => String((index + 1) * 10)
  },
  number: {
    schema: title => `Type.Number({ title: '${title}' })`,
    column: 'double precision',
    sample: index => String(index + 1.5)
  },
  boolean: {
    schema: title => `Type.Boolean({ default: false, title: '${title}' })`,
    column: 'boolean',
    sample: index => String(index % 2 === 1)
  }
}

const TYPES = Object.keys(KINDS) as FieldType[]
const OWN = ['id', 'version']

/** The value of `--fields` if there is none. */
export const DEFAULT_FIELDS = 'name:string,quantity:integer'

/** Reads `title:string,pages:integer`. @throws UsageError */
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
  const type = TYPES.find(type => type === written)
  if (type === undefined || more.length > 0) {
    throw new UsageError(`--fields: the type of '${name}' is none of ${TYPES.join(', ')}`)
  }
  return { name, type }
}

/** Returns what the templates of a resource have of its fields: name to content. */
export function fieldTexts (fields: readonly Field[]): Record<string, string> {
  const searched = fields.find(({ type }) => type === 'string')!
  const names = fields.map(({ name }) => name)
  const all = (text: (field: Field, index: number) => string, separator = ', ') => fields.map(text).join(separator)
  const samples = (index: number) => all(({ name, type }) => `${name}: ${KINDS[type].sample(index, titleOf(name))}`)
  return {
    properties: all(({ name, type }) => `  ${name}: ${KINDS[type].schema(titleOf(name))}`, ',\n'),
    columns: all(({ name }) => `"${name}"`),
    columnTypes: all(({ name, type }) => `    "${name}" ${KINDS[type].column} NOT NULL,`, '\n'),
    // The first parameters are the number, and the version where it is compared.
    insertParameters: all((_field, index) => `$${index + 1}`),
    givenParameters: ['$1', ...names.map((_name, index) => `$${index + 2}`)].join(', '),
    assignments: all(({ name }, index) => `"${name}" = $${index + 3}`),
    inputValues: all(({ name }) => `input.${name}`),
    givenValues: all(({ name }) => `given.${name}`),
    changedValues: all(({ name }) => `changed.${name}`),
    fieldNames: names.join(', '),
    search: searched.name,
    searchLabel: titleOf(searched.name),
    searchNoun: wordsOf(searched.name).join(' '),
    ...Object.fromEntries(ORDINALS.map((_ordinal, index) => [`sample${index + 1}`, samples(index)]))
  }
}

function titleOf (name: string): string {
  return capitalized(wordsOf(name).join(' '))
}
