import swagger from '@fastify/swagger'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import hyper, {
  createHyperTransform, defineLinks, LinkTarget, offsetPage, pageQuery, pageSchema, problem, resourceOf
} from '../../../../lib/index.ts'
import { mcp } from '../../../../mcp/index.ts'

// Builds an API of a declaration of its resources: lists that are searched and sorted, and actions by state.

export interface Row { readonly id: number, [member: string]: unknown }

type Schemas = Readonly<Record<string, object>>

export interface Action {
  readonly title: string
  readonly input?: { readonly required: readonly string[], readonly properties: Schemas }
  readonly when?: (row: Row) => boolean
  readonly apply: (row: Row, input: Record<string, unknown>) => void
}

export interface Kind {
  readonly name: string
  readonly plural: string
  /** The schemas of the members, without `id`. */
  readonly members: Schemas
  /** The members that the list is searched by. */
  readonly search: readonly string[]
  /** The members of a new row; none: rows are not created. */
  readonly create?: readonly string[]
  /** The members that PATCH changes, with the tag of the resource; none: rows are not changed. */
  readonly edit?: readonly string[]
  readonly editable?: (row: Row) => boolean
  readonly actions: Readonly<Record<string, Action>>
  readonly rows: () => Row[]
}

export interface ApiDeclaration {
  readonly title: string
  /** What the entry point contains, beside links. */
  readonly root: Record<string, unknown>
  readonly kinds: readonly Kind[]
}

export interface BuiltApi {
  readonly app: FastifyInstance
  readonly rows: ReadonlyMap<string, Row[]>
}

const capital = (name: string) => name[0]!.toUpperCase() + name.slice(1)
const wordsOf = (name: string) => name.replace(/\p{Lu}/gu, letter => ` ${letter.toLowerCase()}`)
const idOf = ({ params }: FastifyRequest) => (params as { id: number }).id

/**
 * @param format of JSON: with links and actions, or data only
 * @param declareTools adds another endpoint for tools in place of the own one
 */
export async function buildApi (
  { title, root, kinds }: ApiDeclaration, format: 'default' | 'none' = 'default',
  declareTools?: (app: FastifyInstance, path: string) => void
): Promise<BuiltApi> {
  const app = Fastify({ ajv: { customOptions: { coerceTypes: 'array' } } })
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title, version: '1.0.0' } },
    transform: createHyperTransform({ formats: ['none'] })
  })
  const rootLinks = defineLinks<object>(links => {
    links.self(LinkTarget.route('getRoot'))
    for (const { name, plural, create } of kinds) {
      links.link(plural, LinkTarget.routeTemplate(`list${capital(plural)}`))
      if (create !== undefined) links.affordance(`create-${name}`, LinkTarget.route(`create${capital(name)}`))
    }
  })
  await app.register(hyper, { defaultFormat: format, hrefs: 'path' })
  if (declareTools === undefined) await app.register(mcp, { prefix: '/mcp', name: title })
  else declareTools(app, '/mcp')
  app.get('/', {
    schema: { operationId: 'getRoot', summary: `The entry point of the ${title}` },
    config: { hyper: { name: 'getRoot', links: rootLinks } }
  }, () => root)
  const rows = new Map(kinds.map(kind => [kind.plural, kind.rows()]))
  for (const kind of kinds) declareKind(app, kind, rows.get(kind.plural)!)
  await app.ready()
  return { app, rows }
}

function declareKind (app: FastifyInstance, kind: Kind, rows: Row[]): void {
  const { name, plural, search, create, edit, editable = () => true, actions } = kind
  const type = capital(name)
  // A document for people describes each operation and each member.
  const members: Schemas = Object.fromEntries(Object.entries(kind.members).map(([member, schema]) =>
    [member, { ...schema, description: `The ${wordsOf(member)} of the ${name}.` }]))
  const id = { type: 'integer', description: `The identifier of the ${name}.` }
  const params = { type: 'object', required: ['id'], properties: { id } }
  const pick = (names: readonly string[]) => Object.fromEntries(names.map(name => [name, members[name]!]))
  const schema = {
    $id: type, type: 'object', required: ['id'], properties: { id, ...members }
  }
  const versions = new WeakMap<Row, number>()
  const tag = (row: unknown) => versions.get(row as Row) ?? 1
  const change = (row: Row) => {
    versions.set(row, tag(row) + 1)
    return row
  }
  const links = defineLinks<Row>(schema, links => {
    links.self(LinkTarget.route(`get${type}`, ({ id }) => ({ id })))
    links.link('collection', LinkTarget.route(`list${capital(plural)}`))
    if (edit !== undefined) {
      links.affordance('edit', LinkTarget.route(`edit${type}`, ({ id }) => ({ id }))).title(`Change the ${name}`)
        .when(editable).prefill(row => Object.fromEntries(edit.map(member => [member, row[member]])) as never)
    }
    for (const [action, { title, when = () => true }] of Object.entries(actions)) {
      links.affordance(action, LinkTarget.route(`${action}${type}`, ({ id }) => ({ id }))).title(title).when(when)
    }
  })
  app.addSchema(schema)
  const item = { $ref: `${type}#` }
  const resource = { load: (request: FastifyRequest) => rows.find(({ id }) => id === idOf(request)), links }
  const sortable = Object.keys(members).flatMap(member => [member, `-${member}`])
  app.get<{ Querystring: { page: number, pageSize: number, sort?: string } }>(`/${plural}`, {
    schema: {
      operationId: `list${capital(plural)}`,
      summary: `List and search ${plural}`,
      description: `Returns a page of ${plural}. Each parameter narrows the search.`,
      querystring: pageQuery({
        ...pick(search),
        sort: {
          type: 'string',
          enum: sortable,
          description: 'The member that the list is sorted by; with a minus, in descending order.'
        }
      }),
      response: { 200: pageSchema(item) }
    },
    config: { hyper: { name: `list${capital(plural)}`, links } }
  }, ({ query: { page, pageSize, sort, ...query } }) => {
    const found = rows.filter(row => Object.entries(query).every(([member, value]) => row[member] === value))
    const sorted = sort === undefined ? found : found.sort(by(sort))
    return offsetPage(sorted.slice((page - 1) * pageSize, page * pageSize), {
      page, pageSize, totalCount: found.length
    })
  })
  app.get(`/${plural}/:id`, {
    schema: {
      operationId: `get${type}`,
      summary: `Read one ${name}`,
      description: `Returns the ${name} with this identifier.`,
      params,
      response: { 200: item }
    },
    config: { hyper: { name: `get${type}`, links, resource, etag: tag } }
  }, request => resourceOf(request))
  if (create !== undefined) {
    app.post(`/${plural}`, {
      schema: {
        operationId: `create${type}`,
        summary: `Create one ${name}`,
        description: `Creates the ${name} and returns it.`,
        body: { type: 'object', required: create, properties: pick(create), additionalProperties: false },
        response: { 201: item }
      },
      config: { hyper: { name: `create${type}`, links } }
    }, (request, reply) => {
      const row = { id: Math.max(0, ...rows.map(({ id }) => id)) + 1, ...request.body as object }
      rows.push(row)
      return reply.code(201).header('location', `/${plural}/${row.id}`).send(row)
    })
  }
  if (edit !== undefined) {
    app.patch(`/${plural}/:id`, {
      schema: {
        operationId: `edit${type}`,
        summary: `Change one ${name}`,
        description: `Changes the given members of the ${name} and returns it.`,
        params,
        body: { type: 'object', properties: pick(edit), additionalProperties: false },
        response: { 200: item }
      },
      config: { hyper: { name: `edit${type}`, links, resource } }
    }, request => change(Object.assign(resourceOf<Row>(request), request.body)))
  }
  for (const [action, { title, input, apply }] of Object.entries(actions)) {
    app.post(`/${plural}/:id/${action}`, {
      schema: {
        operationId: `${action}${type}`,
        summary: title,
        description: `${title}. Returns the ${name} as it is afterwards.`,
        params,
        ...(input === undefined ? {} : { body: { type: 'object', ...input, additionalProperties: false } }),
        response: { 200: item }
      },
      config: { hyper: { name: `${action}${type}`, links, resource } }
    }, request => {
      const row = resourceOf<Row>(request)
      if (row === undefined) return problem({ status: 404 })
      apply(row, (request.body ?? {}) as Record<string, unknown>)
      return change(row)
    })
  }
}

function by (sort: string): (one: Row, other: Row) => number {
  const [member, sign] = sort.startsWith('-') ? [sort.slice(1), -1] : [sort, 1]
  return (one, other) => sign * (one[member]! < other[member]! ? -1 : one[member]! > other[member]! ? 1 : 0)
}
