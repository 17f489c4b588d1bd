import { isSentInQuery } from '../../http/form-encoding.ts'
import {
  choicesOf, hasMembersOf, inheritAccess, isObjectOnly, type Member as SchemaMember, membersOf, valueTypes
} from '../../schema/members.ts'
import { parametersOf } from '../../schema/parameters.ts'
import { type Reading, SchemaReader, type Union } from '../../schema/reader.ts'
import { referenceName, type SharedSchemas } from '../../schema/references.ts'
import { controlOf, createProperty, isControl, isSecret, NO_ITEMS, withoutDefault } from '../fields/control.ts'
import { isBinary } from '../fields/text.ts'
import {
  type ChoiceNode, type FileNode, type FormNode, type GroupNode, type JsonNode, type Member, type RejectedMember
} from './form-tree.ts'

/** The request that a form is sent with. */
interface TreeTarget {
  /** In upper case. */
  readonly method: string
  /** The media type of the body, without parameters; null for none. */
  readonly contentType: string | null
  /** Returns a shared schema of the app by its `$id`. */
  readonly shared: SharedSchemas
}

// Limits for schemas that refer to each other: the number of paths through them grows exponentially.
const MAX_PARTS = 500
const MAX_LEVELS = 6

export const TOO_MANY_PARTS =
  `A form has at most ${MAX_PARTS} fields, and the others are omitted: declare a smaller input with .accepts(schema).`
export const TOO_MANY_LEVELS =
  `A form has at most ${MAX_LEVELS} levels, and deeper members are omitted: ` +
    'declare a flatter input with .accepts(schema).'
const RECURSIVE = 'It contains itself.'
const NO_MEMBERS = 'Its schema names no members.'
const READ_ONLY = 'It is read-only.'
export const FORBIDDEN_NAME = 'Parsers and the form-input adapter reject this name: rename it.'

const MULTIPART = 'multipart/form-data'
const SCALARS: readonly string[] = ['string', 'number', 'integer', 'boolean']
const EDITS: ReadonlySet<string> = new Set(['PUT', 'PATCH'])

/**
 * Whether a form changes a resource: it starts with what the response shows of the resource, read-only members too. The
 * defaults of a schema are for resources that are created.
 */
export function isEdit (method: string): boolean {
  return EDITS.has(method)
}

// A file that the handler reads itself has no name in a schema.
const ANY_FILE: GroupNode = {
  kind: 'group',
  required: true,
  members: [{ name: 'file', node: { kind: 'file', required: true, many: false, minItems: 0, encoding: 'binary' } }]
}

const NOTHING: GroupNode = { kind: 'group', required: true, members: [] }

/**
 * Derives a form from the schema of an input, which is not modified. Every input has one: what no control expresses is
 * entered as JSON.
 *
 * @param schema a JSON schema: draft 7, with the differing keywords of draft 4, OpenAPI 3.0 and later drafts; TypeBox
 * too; or a schema that implements Standard JSON Schema, such as one of Zod 4. Undefined for none
 */
export function deriveTree (schema: unknown, target: TreeTarget): FormNode {
  if (schema !== undefined) return new TreeDerivation(target).derive(schema)
  if (target.contentType === MULTIPART) return ANY_FILE
  return NOTHING
}

/** The position of a value. */
interface Place {
  /** Whether the form requires the value. */
  readonly required: boolean
  /** Whether it is created, so that it starts with its default: a new row of a list, too. */
  readonly isCreated: boolean
  /** The objects that contain it, the innermost last. */
  readonly owners: readonly Reading[]
}

class TreeDerivation {
  readonly #target: TreeTarget
  readonly #reader: SchemaReader
  #parts = 0

  constructor (target: TreeTarget) {
    this.#target = target
    this.#reader = new SchemaReader(target.shared)
  }

  derive (schema: unknown): FormNode {
    const reading = this.#reader.schema(schema)
    const place: Place = { required: true, isCreated: !isEdit(this.#target.method), owners: [] }
    if (reading.error !== null) return { ...asJson(place, reading.error), isWrong: true }
    if (reading.keywords.type?.includes('object') !== true) return this.#node(reading, place)
    // An input of several types is sent as an object.
    return this.#described(this.#group(reading, place), reading, place)
  }

  #node (reading: Reading, place: Place): FormNode {
    return this.#described(this.#shape(reading, place), reading, place)
  }

  #described (shape: FormNode, { keywords }: Reading, place: Place): FormNode {
    const { title, description, default: value } = keywords
    const isSecretValue = isSecret(keywords)
    const isStart = typeof value === 'object' && value !== null && !isSecretValue && place.isCreated
    return {
      ...shape,
      required: place.required,
      ...title && { title },
      ...description !== undefined && { hint: description },
      ...isSecretValue && { isSecret: true as const },
      ...isStart && { value }
    }
  }

  #shape (reading: Reading, place: Place): FormNode {
    if (reading.error !== null) return asJson(place, reading.error)
    if (this.#parts > MAX_PARTS) return asJson(place, TOO_MANY_PARTS)
    if (isFile(reading, this.#target)) return fileNode(reading, this.#target, place)
    if (choicesOf(this.#reader, reading) !== null) return this.#field(reading, place)
    if (isGroup(this.#reader, reading)) return this.#group(reading, place)
    const [union] = reading.unions
    if (union !== undefined && !this.#isScalar(reading, union)) {
      return { ...this.#choice(reading, union, place), plain: this.#field(reading, place) }
    }
    if (reading.keywords.type?.join() === 'array') return this.#list(reading, place)
    return this.#field(reading, place)
  }

  // Alternatives that are all scalars have the control of one of them.
  #isScalar (reading: Reading, union: Union): boolean {
    return union.every(alternative => {
      const { keywords: { type = [] } } = this.#reader.choose(reading, union, alternative)
      return type.length > 0 && type.every(name => SCALARS.includes(name))
    })
  }

  #field (reading: Reading, place: Place): FormNode {
    const found = controlOf(this.#reader, reading, place.required)
    if (!isControl(found)) return { ...asJson(place, found.reason), ...found.unexpected && { isWrong: true as const } }
    const { members, many } = place.isCreated ? found : withoutDefault(found)
    const { keywords } = reading
    const readOnly = keywords.readOnly === true || members.readOnly || undefined
    const field = createProperty({ ...members, name: '', readOnly, required: place.required || undefined })
    const { format } = keywords
    return {
      kind: 'field',
      required: place.required,
      field,
      types: valueTypes(this.#reader, reading),
      ...format !== undefined && { format },
      ...many && { many }
    }
  }

  #list (reading: Reading, place: Place): FormNode {
    const { minItems = 0, maxItems } = reading.keywords
    const elements = this.#reader.elements(reading)
    if (elements.all.length === 0) return asJson(place, NO_ITEMS)
    const counts = { minItems, ...maxItems !== undefined && { maxItems } }
    if (isFile(elements, this.#target)) {
      return { ...fileNode(elements, this.#target, place), ...counts, many: true }
    }
    const choices = choicesOf(this.#reader, elements)
    if (choices !== null && choices.length > 0) return this.#field(reading, place)
    this.#parts++
    return { kind: 'list', required: place.required, element: this.#node(elements, inner(place)), ...counts }
  }

  #group (reading: Reading, place: Place): FormNode {
    const { owners } = place
    if (owners.some(owner => hasMembersOf(reading, owner))) return asJson(place, RECURSIVE)
    if (owners.length >= MAX_LEVELS) return asJson(place, TOO_MANY_LEVELS)
    const inside = { ...place, owners: [...owners, reading] }
    const isQuery = owners.length === 0 && isSentInQuery(this.#target.method)
    const declared = isQuery ? parametersOf(this.#reader, reading) : membersOf(this.#reader, reading)
    const plain = this.#members(reading, inside, declared)
    const [union] = reading.unions
    if (union === undefined) {
      // An input without known members is sent as it is; an object within it can only be typed.
      if (plain.members.length > 0 || owners.length === 0) return plain
      return { ...plain, kind: 'json', reason: NO_MEMBERS, isObject: true }
    }
    const shared = this.#sharedNames(union)
    const own = membersOf(this.#reader, { ...reading, unions: [] })
    const members = plain.members.filter(({ name }) => own.has(name) && !shared.has(name))
    // An alternative has the schemas of its object, which does not contain itself therefore.
    const names = members.map(({ name }) => name)
    const choice = { ...withoutMembers(this.#choice(reading, union, place), names), plain }
    if (members.length === 0) return choice
    return { ...plain, members, choice: { ...choice, required: true } }
  }

  // A member that each alternative declares itself, such as the one that distinguishes them, is theirs.
  #sharedNames (union: Union): ReadonlySet<string> {
    const [first, ...others] = union.map(one => membersOf(this.#reader, this.#reader.alternative(one)))
    return new Set([...first!.keys()].filter(name => others.every(declared => declared.has(name))))
  }

  #members (reading: Reading, inside: Place, declared: ReadonlyMap<string, SchemaMember>): GroupNode {
    const members: Member[] = []
    const rejected: RejectedMember[] = []
    for (const [name, member] of declared) {
      const found = this.#member(name, inheritAccess(this.#reader, member, reading), inside)
      if (typeof found === 'string') rejected.push({ name, reason: found })
      else if (found !== null) members.push({ name, node: found })
    }
    return { kind: 'group', required: inside.required, members, ...rejected.length > 0 && { rejected } }
  }

  // Null for a member that the form omits, and the reason for one that requests may not have.
  #member (name: string, member: SchemaMember, inside: Place): FormNode | string | null {
    if (name === '__proto__') return FORBIDDEN_NAME
    const reading = this.#reader.read(member)
    const { readOnly, deprecated } = reading.keywords
    const isRequired = member.required || this.#isInherited(name)
    if (readOnly === true && !isEdit(this.#target.method)) return isRequired ? READ_ONLY : null
    if (deprecated === true && !isRequired) return null
    this.#parts++
    const node = this.#node(reading, { ...inside, required: isRequired && !reading.nullable })
    const marks = {
      ...this.#marks(isRequired, reading.nullable, inside), ...deprecated === true && { isDeprecated: true as const }
    }
    if (node.kind !== 'field') return { ...node, ...marks }
    return { ...node, ...marks, field: { ...node.field, name } }
  }

  // A parsed body inherits `toString` from Object.prototype. Ajv reads the inherited value,
  // so an absent member is invalid.
  #isInherited (name: string): boolean {
    return name in Object.prototype && !isSentInQuery(this.#target.method)
  }

  // An absent member of a PATCH is not changed; in a new row of a list, nothing is absent.
  #marks (isRequired: boolean, isNullable: boolean, { isCreated }: Place) {
    const isPatch = this.#target.method === 'PATCH' && !isCreated
    if (!isPatch) return { ...isRequired && isNullable && { nullable: true as const } }
    return { ...isNullable && { isClearable: true as const }, ...isRequired && { isKept: true as const } }
  }

  #choice (reading: Reading, union: Union, place: Place): ChoiceNode {
    const alternatives = union.map((located, index) => {
      const chosen = this.#reader.choose(reading, union, located)
      this.#parts++
      const node = this.#node(chosen, { ...place, required: true })
      const { title } = this.#reader.alternative(located).keywords
      const label = title || distinguishingValue(node) || referenceName(located.schema) || `Choice ${index + 1}`
      return { label, node: withoutTexts(node) }
    })
    return { kind: 'choice', required: place.required, alternatives }
  }
}

function asJson ({ required }: Place, reason: string): JsonNode {
  return { kind: 'json', required, reason }
}

// An element is required: a row that is empty is no element.
function inner (place: Place): Place {
  return { ...place, required: true, isCreated: true }
}

// Its label is beside it.
function withoutTexts (node: FormNode): FormNode {
  if (node.kind !== 'group') return node
  const { title: _title, hint: _hint, ...group } = node
  return group
}

// The members that are beside the alternatives.
function withoutMembers (choice: ChoiceNode, names: readonly string[]): ChoiceNode {
  const alternatives = choice.alternatives.map(({ label, node }) => {
    if (node.kind !== 'group') return { label, node }
    return { label, node: { ...node, members: node.members.filter(({ name }) => !names.includes(name)) } }
  })
  return { ...choice, alternatives }
}

function isGroup (reader: SchemaReader, reading: Reading): boolean {
  const { unions, keywords: { type } } = reading
  if (isObjectOnly(reading, membersOf(reader, { ...reading, unions: [] }))) return true
  // An object may be described by its alternatives only.
  return type === undefined && unions.length > 0 && unions[0]!.every(one => {
    const alternative = reader.alternative(one)
    return isObjectOnly(alternative, membersOf(reader, alternative))
  })
}

// `isFile` is the keyword of @fastify/multipart.
function isFile (reading: Reading, { contentType }: TreeTarget): boolean {
  const { keywords } = reading
  if (keywords.isFile === true) return true
  if (keywords.type !== undefined && keywords.type.join() !== 'string') return false
  return isBase64(reading) || (contentType === MULTIPART && isBinary(keywords))
}

function isBase64 ({ keywords: { contentEncoding, format } }: Reading): boolean {
  return contentEncoding === 'base64' || format === 'byte'
}

function fileNode (reading: Reading, { contentType }: TreeTarget, { required }: Place): FileNode {
  const { contentMediaType } = reading.keywords
  return {
    kind: 'file',
    required,
    many: false,
    minItems: 0,
    encoding: isBase64(reading) && contentType !== MULTIPART ? 'base64' : 'binary',
    ...contentMediaType !== undefined && { accept: contentMediaType }
  }
}

// A discriminator has another value in each alternative.
function distinguishingValue (node: FormNode): string | undefined {
  if (node.kind !== 'group') return undefined
  const found = node.members.find(({ node }) => node.kind === 'field' && node.field.type === 'hidden')
  if (found?.node.kind !== 'field') return undefined
  return found.node.field.value
}
