import t from 'tap'
import { camel, pascal } from '../../../scaffold/adopt/names.ts'
import { isIdentifier } from '../../../scaffold/catalog-text.ts'

// Titles and `$id`s of schemas as identifiers in the files that `hyper-api adopt` writes.

const TITLES = {
  'order item': 'OrderItem',
  order_items: 'OrderItems',
  'über-maß': 'ÜberMaß',
  'Area m²': 'AreaM',
  '½ price': 'Price',
  '3d model': 'Type3dModel'
}

t.test('every title is an identifier', async t => {
  for (const [title, name] of Object.entries(TITLES)) {
    t.equal(pascal(title), name)
    t.ok(isIdentifier(pascal(title)) && isIdentifier(`_${camel(title)}`), title)
  }
})
