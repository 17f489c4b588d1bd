import t from 'tap'
import { SchemaDocuments } from '../../../lib/schema/references.ts'

// What references resolve to, and where it is.

const SHARED: Readonly<Record<string, object>> = {
  order: { $id: 'order', definitions: { id: { type: 'integer' }, line: { $id: '#line', type: 'object' } } },
  alias: { $id: 'alias', $ref: 'order#/definitions/id' },
  loop: { $id: 'loop', $ref: 'loop#' }
}

const root = {
  $id: 'https://shop.example/root.json',
  $defs: {
    plain: { type: 'string' },
    'a/b~c d': { type: 'null' },
    named: { $id: 'named.json', $defs: { inner: { $anchor: 'inner', type: 'boolean' } } }
  }
}

type Row = [reference: string, schema: unknown, place: [document: unknown, pointer: string] | null]
const { named } = root.$defs

const ROWS: readonly Row[] = [
  ['#', root, [root, '']],
  ['#/$defs/plain', { type: 'string' }, [root, '/$defs/plain']],
  ['#/$defs/a~1b~0c%20d', { type: 'null' }, [root, '/$defs/a~1b~0c%20d']],
  ['#/$defs/none', null, [root, '/$defs/none']],
  ['named.json', named, [root, '/%24defs/named']],
  ['named.json#/$defs/inner', named.$defs.inner, [root, '/%24defs/named/$defs/inner']],
  ['named.json#inner', named.$defs.inner, [root, '/%24defs/named/%24defs/inner']],
  ['order#', SHARED['order'], [SHARED['order'], '']],
  ['order#/definitions/id', { type: 'integer' }, [SHARED['order'], '/definitions/id']],
  ['order#line', { $id: '#line', type: 'object' }, [SHARED['order'], '/definitions/line']],
  ['missing#', null, null]
]

t.test('a reference leads to its schema and its place', async t => {
  const documents = new SchemaDocuments(id => SHARED[id])
  const from = documents.add(root)
  for (const [reference, schema, place] of ROWS) {
    t.strictSame(documents.target(reference, from)?.schema ?? null, schema, reference)
    const { document, pointer } = documents.place(reference, from) ?? {}
    t.strictSame(document === undefined ? null : [document, pointer], place, `the place of ${reference}`)
  }
})

t.test('the schema at the end of references', async t => {
  const documents = new SchemaDocuments(id => SHARED[id])
  const end = ($ref: string) => documents.followed(documents.add({ $ref }))?.schema
  t.strictSame(end('alias#'), { type: 'integer' })
  t.equal(end('loop#'), undefined, 'one that leads back')
  t.equal(end('missing#'), undefined)
})
