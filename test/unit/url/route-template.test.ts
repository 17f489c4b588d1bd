import fc from 'fast-check'
import t from 'tap'
import { parseTemplate } from 'url-template'
import { templateFault } from '../../../lib/http/uri-template.ts'
import { compilePath, type RouterSettings } from '../../../lib/url/path.ts'
import { compileRouteTemplate } from '../../../lib/url/route-template.ts'
import { ROUTER } from '../../support/router-settings.ts'
import { runs } from '../../support/runs.ts'

type Values = Record<string, unknown>
type TemplateRow = [
  name: string, pattern: string, values: Values, template: string | null, properties?: string[],
  options?: Partial<RouterSettings>
]

const rows: TemplateRow[] = [
  ['no parameter', '/orders', {}, '/orders'],
  ['a parameter', '/orders/:id', {}, '/orders/{id}'],
  ['a value', '/orders/:id', { id: 'a b' }, '/orders/a%20b'],
  ['null is no value', '/orders/:id', { id: null }, '/orders/{id}'],
  ['undefined is no value', '/orders/:id', { id: undefined }, '/orders/{id}'],
  ['an inherited value', '/orders/:id', Object.create({ id: 1 }) as Values, '/orders/{id}'],
  ['an empty value', '/orders/:id', { id: '' }, null],
  ['an object', '/orders/:id', { id: {} }, null],
  ['a dot segment', '/a/:x/:y', { x: '..' }, null],
  ['dots after a literal colon', '/:::x/:y', { x: '..' }, '/:../{y}'],
  ['a value too long', '/a/:x/:y', { x: 'abcdef' }, null, [], { maxParamLength: 5 }],
  ['one of two', '/a/:x/b/:y/', { x: 'é{}' }, '/a/%C3%A9%7B%7D/b/{y}/'],
  ['the other of two', '/a/.:x/b/.:y', { y: 'c' }, '/a/.{x}/b/.c'],
  ['an expression', '/u/:id(^\\d+$)', {}, '/u/{id}'],
  ['a value of an expression', '/u/:id(^\\d+$)/:x', { id: 7 }, '/u/7/{x}'],
  ['a value that it rejects', '/u/:id(^\\d+$)/:x', { id: 'a' }, null],
  ['text after an expression', '/f/:file(^\\d+).png', {}, '/f/{file}.png'],
  ['two in a segment', '/:lat-:lng', {}, '/{lat}-{lng}'],
  ['two in a segment, one given', '/:lat-:lng', { lat: 15 }, '/15-{lng}'],
  ['two in a segment, one too long', '/:lat-:lng', { lat: 123456 }, null, [], { maxParamLength: 5 }],
  ['two in a segment, one empty', '/:lat-:lng', { lat: '' }, null],
  ['two in a segment, one that cannot be carried', '/:lat-:lng', { lng: '\ud800' }, null],
  ['two in a segment, given and read back differently', '/:lat-:lng/:r', { lat: 1, lng: '-2' }, null],
  ['two in a segment, given', '/:lat-:lng/:r', { lat: 1, lng: 2 }, '/1-2/{r}'],
  ['an optional parameter', '/posts/:id?', {}, '/posts{/id}'],
  ['only an optional parameter', '/:id?', {}, '{/id}'],
  ['an optional parameter, null', '/posts/:id?', { id: null }, '/posts{/id}'],
  ['an optional parameter, given', '/posts/:id?', { id: 5 }, '/posts/5'],
  ['an optional parameter after one', '/u/:u/:id?', { u: 1 }, '/u/1{/id}'],
  ['an optional parameter, given, after one', '/u/:u/:id?', { id: 5 }, '/u/{u}/5'],
  ['an optional parameter before a slash', '/posts/:id?/', {}, '/posts{/id}/'],
  ['an optional parameter after a literal with a colon', '/::a-:id?', {}, '/:a-{id}'],
  ['an optional parameter that the path requires before', '/:id/copies/:id?', {}, '/{id}/copies'],
  ['two optional parameters in a segment', '/posts/:a-:b?', {}, '/posts/{a}-{b}'],
  ['optional text, absent as from the path', '/:a/::b?', {}, '/{a}'],
  ['a wildcard', '/files/*', {}, '/files/{+path}'],
  ['only a wildcard', '*', {}, '{+path}'],
  ['a wildcard, given', '/files/:a/*', { '*': 'x/y z' }, '/files/{a}/x/y%20z'],
  ['a wildcard, given, with a dot segment', '/files/:a/*', { '*': '../y' }, null],
  ['a wildcard after a value', '/files/:a/*', { a: 1 }, '/files/1/{+path}'],
  ['a parameter that is named like a wildcard', '/:*', {}, '/{%2A}'],
  ['braces in literal text', '/{a}/:id', {}, '/%7Ba%7D/{id}'],
  ['literal text beyond ASCII', '/ü b/%/:id', {}, '/%C3%BC%20b/%25/{id}'],
  ['literal text that no URL reaches', '/a?b/:id', {}, null],
  ['a dot segment in literal text', '/../:id', {}, null],
  ['a name with a hyphen', '/:id(\\d+)-x/:ü~!', {}, '/{id}-x/{%C3%BC%7E%21}'],
  ['a name without text', '/:', {}, null],
  ['a name with a lone surrogate', '/:\ud800', {}, null],
  ['an optional name without text', '/x/:?', {}, null],
  ['query properties', '/orders', {}, '/orders{?page,size}', ['page', 'size']],
  ['query properties with dots', '/orders', {}, '/orders{?filter.owner.name}', ['filter.owner.name']],
  ['query properties that are lists', '/orders', { size: 5 }, '/orders?size=5{&tag*,q}', ['tag[]', 'q', 'size']],
  ['a query property with the name of a wildcard', '/orders', {}, '/orders{?path}', ['path']],
  ['a query property with the name of the wildcard before', '/files/*', {}, '/files/{+path}', ['path']],
  ['query properties after a value', '/orders', { size: 5 }, '/orders?size=5{&page}', ['page', 'size']],
  ['all query properties given', '/orders', { size: 5, page: 1 }, '/orders?size=5&page=1', ['page', 'size']],
  ['a query value without a property', '/orders/:id', { x: 'a b' }, '/orders/{id}?x=a%20b{&page}', ['page']],
  ['null is no query value', '/orders', { size: null }, '/orders{?size}', ['size']],
  ['an empty list is no query value', '/orders', { size: [] }, '/orders{?size}', ['size']],
  ['a list', '/orders', { tag: [1, 2] }, '/orders?tag=1&tag=2{&size}', ['tag', 'size']],
  ['a query value that cannot be carried', '/orders', { size: NaN }, null, ['size']],
  [
    'encoded query names', '/orders', { 'a b': 1 }, '/orders?a%20b=1{&c%2Dd,e.f,%2Eg,h%2E%2Ei,%2A}',
    ['a b', 'c-d', 'e.f', '.g', 'h..i', '*']
  ],
  ['query names that no template can hold', '/orders', {}, '/orders', ['', '\ud800']],
  ['a query property twice', '/orders', {}, '/orders{?a}', ['a', 'a']],
  ['a query property that is a variable of the path', '/orders/:id', {}, '/orders/{id}{?a}', ['id', 'a']],
  ['a query property that is the wildcard', '/files/*', {}, '/files/{+path}', ['path']],
  ['a query property that is a given path value', '/orders/:id', { id: 1 }, '/orders/1{?id}', ['id']]
]

t.test('a route becomes a template', async (t) => {
  for (const [name, pattern, values, template, declared = [], options = {}] of rows) {
    // `tag[]` is the property `tag`, whose value is a list.
    const properties = declared.map(property => property.replace('[]', ''))
    const lists = new Set(properties.filter((property, index) => property !== declared[index]))
    t.equal(compileRouteTemplate(pattern, properties, { ...ROUTER, ...options }, lists)(values), template, name)
    if (template !== null) t.equal(templateFault(template), null, `${name}: well-formed`)
  }
})

t.test('every template is well-formed', async () => {
  const name = fc.string({ unit: 'binary', maxLength: 4 })
  const text = fc.string({ unit: fc.constantFrom(...'/ab{}%ü.-~\\"<^`|'), maxLength: 6 })
  const parameter = fc.stringMatching(/^[a-z~ü%{}.-]{1,4}$/)
  fc.assert(fc.property(text, parameter, fc.array(name), fc.dictionary(name, fc.string()), (
    literal, parameterName, properties, values
  ) => {
    const template = compileRouteTemplate(`/${literal}/:${parameterName}`, properties, ROUTER)(values)
    return template === null || templateFault(template) === null
  }), { numRuns: runs(2_000) })
})

t.test('the expanded template is the path', async () => {
  const patterns = ['/orders/:id', '/orders/:id/items/:item', '/posts/:id?', '/files/:id/*']
  const value = fc.stringMatching(/^[a-zé ]{1,5}$/)
  fc.assert(fc.property(fc.constantFrom(...patterns), value, value, fc.boolean(), (pattern, id, item, given) => {
    const values = { id, item, '*': item }
    const used = Object.fromEntries(compilePath(pattern, ROUTER).parameters.map((name) => [name, values[name as 'id']]))
    const template = compileRouteTemplate(pattern, [], ROUTER)(given ? { id } : {})
    return parseTemplate(template!).expand({ ...values, path: item }) === compilePath(pattern, ROUTER).path(used)
  }))
})
