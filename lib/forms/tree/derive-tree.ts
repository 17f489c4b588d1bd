import type { ProjectedField } from '../../../types/forms.ts'
import {
  choicesOf, hasMembersOf, inheritAccess, isObjectOnly, type Member as SchemaMember, membersOf, valueTypes
} from '../../schema/members.ts'
import { type Reading, SchemaReader, type Union } from '../../schema/reader.ts'
import { referenceName, type SharedSchemas } from '../../schema/references.ts'
import { controlOf, createProperty, isControl, isSecret, withoutDefault } from '../fields/control.ts'
import { isEdit, MAX_FIELDS, MAX_LEVELS } from '../fields/derive.ts'
import { isBinary } from '../fields/text.ts'
import type { ChoiceNode, FileNode, FormNode, GroupNode, Member } from './form-tree.ts'

/** The request that a form is sent with. */
interface TreeTarget {
  /** In upper case. */
  readonly method: string
  /** The media type of the body, without parameters; null for none. */
  readonly contentType: string | null
  /** Returns a shared schema of the app by its `$id`. */
  readonly shared: SharedSchemas
}

const MULTIPART = 'multipart/form-data'
const SCALARS: readonly string[] = ['string', 'number', 'integer', 'boolean']

// A file that the handler reads itself has no name in a schema.
const ANY_FILE: GroupNode = {
  kind: 'group',
  required: true,
  members: [{ name: 'file', node: { kind: 'file', required: true, many: false, minItems: 0, encoding: 'binary' } }]
}

const NOTHING: GroupNode = { kind: 'group', required: true, members: [] }

/**
 * Derives a form from the schema of an input. Every input has one: what no control expresses is entered as JSON.
 * @param schema as of `deriveForm`; undefined for none
 */
export function deriveTree (schema: unknown, target: TreeTarget): FormNode {
  if (schema === undefined) return target.contentType === MULTIPART ? ANY_FILE : NOTHING
  return new TreeDerivation(target).derive(schema)
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
  #remaining = MAX_FIELDS

  constructor (target: TreeTarget) {
    this.#target = target
    this.#reader = new SchemaReader(target.shared)
  }

  derive (schema: unknown): FormNode {
    const reading = this.#reader.schema(schema)
    return this.#node(reading, { required: true, isCreated: !isEdit(this.#target.method), owners: [] })
  }

  #node (reading: Reading, place: Place): FormNode {
    const shape = this.#shape(reading, place)
    const { title, description, default: value } = reading.keywords
    const isSecretValue = isSecret(reading.keywords)
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
    if (reading.error !== null || this.#remaining-- <= 0) return asJson(place)
    if (isFile(reading, this.#target)) return fileNode(reading, this.#target, place)
    if (choicesOf(this.#reader, reading) !== null) return this.#field(reading, place)
    if (isGroup(this.#reader, reading)) return this.#group(reading, place)
    const [union] = reading.unions
    if (union !== undefined && !this.#isScalar(reading, union)) return this.#choice(reading, union, place, [])
    return reading.keywords.type?.join() === 'array' ? this.#list(reading, place) : this.#field(reading, place)
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
    if (!isControl(found)) return asJson(place)
    const control = place.isCreated ? found : withoutDefault(found)
    const { keywords } = reading
    const readOnly = keywords.readOnly === true || control.members.readOnly || undefined
    const field = createProperty({ ...control.members, name: '', readOnly, required: place.required || undefined })
    const { format } = keywords
    return {
      kind: 'field',
      required: place.required,
      field,
      types: valueTypes(this.#reader, reading),
      ...format !== undefined && { format }
    }
  }

  #list (reading: Reading, place: Place): FormNode {
    const { minItems = 0, maxItems } = reading.keywords
    const elements = this.#reader.elements(reading)
    if (elements.all.length === 0) return asJson(place)
    const counts = { minItems, ...maxItems !== undefined && { maxItems } }
    if (isFile(elements, this.#target)) {
      return { ...fileNode(elements, this.#target, place), ...counts, many: true }
    }
    const choices = choicesOf(this.#reader, elements)
    if (choices !== null && choices.length > 0) return this.#field(reading, place)
    return { kind: 'list', required: place.required, element: this.#node(elements, inner(place)), ...counts }
  }

  #group (reading: Reading, place: Place): FormNode {
    const { owners } = place
    if (owners.length >= MAX_LEVELS || owners.some(owner => hasMembersOf(reading, owner))) return asJson(place)
    const [union] = reading.unions
    const own = this.#ownMembers(reading, union)
    const inside = { ...place, owners: [...owners, reading] }
    const members = this.#members(reading, inside, own)
    if (union === undefined) {
      // An input without known members is sent as it is; an object within it can only be typed.
      const isOpen = members.length === 0 && owners.length > 0
      return isOpen ? asJson(place) : { kind: 'group', required: place.required, members }
    }
    // An alternative has the schemas of its object, which does not contain itself therefore.
    const choice = this.#choice(reading, union, place, members.map(({ name }) => name))
    if (members.length === 0) return choice
    return { kind: 'group', required: place.required, members, choice: { ...choice, required: true } }
  }

  // A member that each alternative declares itself, such as the one that distinguishes them, is theirs.
  #ownMembers (reading: Reading, union: Union | undefined): Map<string, SchemaMember> {
    const members = membersOf(this.#reader, { ...reading, unions: [] })
    if (union === undefined) return members
    const alternatives = union.map(one => membersOf(this.#reader, this.#reader.alternative(one)))
    return new Map([...members].filter(([name]) => !alternatives.every(declared => declared.has(name))))
  }

  #members (reading: Reading, inside: Place, members: Map<string, SchemaMember>): Member[] {
    return [...members].flatMap(([name, member]) => {
      if (name === '__proto__') return []
      const own = this.#reader.read(inheritAccess(this.#reader, member, reading))
      const { readOnly, deprecated } = own.keywords
      if (readOnly === true && !isEdit(this.#target.method)) return []
      if (deprecated === true && !member.required) return []
      const node = named(name, this.#node(own, { ...inside, required: member.required && !own.nullable }))
      // An absent member of a PATCH is not changed; in a new row of a list, nothing is absent.
      const isPatch = this.#target.method === 'PATCH' && !inside.isCreated
      const marks = isPatch
        ? { ...own.nullable && { isClearable: true as const }, ...member.required && { isKept: true as const } }
        : { ...member.required && own.nullable && { nullable: true as const } }
      return [{ name, node: { ...node, ...marks } }]
    })
  }

  /** @param common the names of members that are beside the alternatives */
  #choice (reading: Reading, union: Union, place: Place, common: readonly string[]): ChoiceNode<ProjectedField> {
    const alternatives = union.map((located, index) => {
      const chosen = this.#reader.choose(reading, union, located)
      const node = this.#node(chosen, { ...place, required: true })
      const { title } = this.#reader.alternative(located).keywords
      const label = title || distinguishingValue(node) || referenceName(located.schema) || `Choice ${index + 1}`
      return { label, node: without(node, common) }
    })
    return { kind: 'choice', required: place.required, alternatives }
  }
}

function asJson ({ required }: Place): FormNode {
  return { kind: 'json', required }
}

// An element is required: a row that is empty is no element.
function inner (place: Place): Place {
  return { ...place, required: true, isCreated: true }
}

function named (name: string, node: FormNode): FormNode {
  return node.kind === 'field' ? { ...node, field: { ...node.field, name } } : node
}

function without (node: FormNode, names: readonly string[]): FormNode {
  if (node.kind !== 'group') return node
  const { title: _title, hint: _hint, ...group } = node
  return { ...group, members: node.members.filter(({ name }) => !names.includes(name)) }
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
  return found?.node.kind === 'field' ? found.node.field.value : undefined
}
