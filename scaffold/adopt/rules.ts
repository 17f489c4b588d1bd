// What is inferred of the routes of an app: the rules, in the order in which they are applied. docs/adopt.md has the
// same table.
import { addCollectionActions, addItemActions, addSearches } from './actions.ts'
import type { AppRoute, LinkedRoute } from './collect.ts'
import type { Draft } from './draft.ts'
import { addRoot, reportRest } from './entry-point.ts'
import { addPages, linkCollections, linkFilters, linkNamedPaths, linkReferences, linkSubResources } from './links.ts'
import { Names } from './names.ts'
import { NO_SHAPE } from './shape.ts'
import { addCollections, addItems, addSingletons, bindResponses } from './types.ts'

/** A rule of inference. */
export interface Rule {
  readonly name: string
  /** What it infers, in a sentence of the documentation. */
  readonly meaning: string
  readonly apply: (draft: Draft) => void
}

/** The rules. */
export const RULES: readonly Rule[] = [
  {
    name: 'items',
    meaning: 'A GET route that ends with a parameter and responds with an object that has its value is the ' +
      '`self` link of a type. The object can be the only one in an envelope.',
    apply: addItems
  },
  {
    name: 'collections',
    meaning: 'A GET route that responds with an array of objects, or with an envelope that has one, is a ' +
      'collection. Its elements have the type of the item below it, or of the item whose schema or noun ' +
      'they share.',
    apply: addCollections
  },
  {
    name: 'singletons',
    meaning: 'A GET route without parameters that responds with an object of its own, such as `GET /me`, is a ' +
      'type with a fixed `self` link.',
    apply: addSingletons
  },
  {
    name: 'responses of actions',
    meaning: 'A response to another method gets the links of a type if it has the schema of the type.',
    apply: bindResponses
  },
  {
    name: 'collection links',
    meaning: 'An item links to the collection above it, if it has the values for its path.',
    apply: linkCollections
  },
  {
    name: 'pages',
    meaning: 'An envelope with the number of all elements, or with a cursor, has page links, if the parameters ' +
      'of the query that they set are known.',
    apply: addPages
  },
  {
    name: 'sub-resources',
    meaning: 'A GET route below an item is a link of the item, named after its last segment.',
    apply: linkSubResources
  },
  {
    name: 'references',
    meaning: 'A property such as `customerId`, `customer_id`, `assigned_customer_id`, `customerIds` or ' +
      '`customer.id` is a link to `GET /customers/:id`. One that can be null or absent is a conditional ' +
      'link. `userId` is no link to `GET /carts/:userId`, which is a cart.',
    apply: linkReferences
  },
  {
    name: 'filters',
    meaning: 'A collection with a query parameter such as `customerId` is a link of a customer.',
    apply: linkFilters
  },
  {
    name: 'paths that name an item',
    meaning: 'A path with one parameter that names an item elsewhere, such as `/reviews/service/:serviceId`, is ' +
      'a link or an action of that item.',
    apply: linkNamedPaths
  },
  {
    name: 'actions of items',
    meaning: 'PUT, PATCH and DELETE of an item are `replace`, `update` and `delete`. Other methods below an item ' +
      'are actions of the item, named after their last segment.',
    apply: addItemActions
  },
  {
    name: 'actions of collections',
    meaning: 'POST to a collection is its action `create`, and other methods below it are actions of the ' +
      'collection; of what contains it if it is an array, which has no place for them.',
    apply: addCollectionActions
  },
  {
    name: 'searches',
    meaning: 'A collection with query parameters that are about neither pages nor order has the URI template ' +
      '`search`.',
    apply: addSearches
  },
  {
    name: 'entry point',
    meaning: 'The entry point links to each GET route without parameters, and has the actions that no resource ' +
      'has.',
    apply: addRoot
  },
  {
    name: 'what is left',
    meaning: 'A type without links is dropped, and a route that nothing leads to is reported with the reason.',
    apply: reportRest
  }
]

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

// Nobody follows links to them.
const OPERATIONS =
  /^(?:health(?:z|check)?|live(?:z|ness)?|ready(?:z|ness)?|ping|status|version|metrics|docs?|documentation|openapi(?:\.json)?|swagger(?:\.json)?|graphi?ql|graphiql|favicon\.ico|robots\.txt)$/i

/** Infers links and actions of routes. */
export function infer (app: readonly AppRoute[]): Draft {
  const omitted = new Map<AppRoute, string>()
  for (const route of app) {
    const reason = reasonToOmit(route)
    if (reason !== null) omitted.set(route, reason)
  }
  const routes = app.filter((route): route is LinkedRoute => !route.hidden && !omitted.has(route))
  const draft: Draft = {
    app,
    routes,
    resources: [],
    collections: [],
    root: { name: 'Root', kind: 'root', bound: [], shape: NO_SHAPE, declarations: [] },
    rootRoute: null,
    rootUrl: '/',
    omitted,
    notes: [],
    names: new Names(['Root'])
  }
  for (const { apply } of RULES) apply(draft)
  return draft
}

// Hidden routes are no omissions.
function reasonToOmit ({ method, path, url, hidden, constrained }: AppRoute): string | null {
  if (hidden) return null
  if (constrained) return 'it needs a version or a host, which a link cannot contain'
  if (!METHODS.includes(method)) return `no link or action is made for ${method}`
  if (path === null) {
    return 'its path has a wildcard, an optional parameter, two parameters in a segment, or a segment without letters'
  }
  return path.segments.some(segment => OPERATIONS.test(segment))
    ? `\`${url}\` is not part of the API's resources`
    : null
}
