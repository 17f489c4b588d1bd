import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import t from 'tap'
import { parseTemplate } from 'url-template'
import {
  decodedName, expandTemplate, templateFault, type TemplateValue,
  templateVariables
} from '../../../lib/http/uri-template.ts'

type Suite = Record<string, { testcases: Array<[template: string, expected: unknown]> }>

function templatesOf (file: string): string[] {
  const url = new URL(`../../cases/external/uritemplate/${file}.json`, import.meta.url)
  const suite = JSON.parse(readFileSync(url, 'utf8')) as Suite
  return Object.values(suite).flatMap(({ testcases }) => testcases.map(([template]) => template))
}

for (const file of ['spec-examples', 'spec-examples-by-section', 'extended-tests']) {
  t.test(`${file}: every template is well-formed`, async (t) => {
    for (const template of templatesOf(file)) t.equal(templateFault(template), null, template)
  })
}

t.test('negative-tests: every template is rejected', async (t) => {
  const templates = templatesOf('negative-tests')
  t.equal(templates.length, 36)
  for (const template of templates) t.type(templateFault(template), 'string', template)
})

t.test('a fault has the reason and the offset', async (t) => {
  const rows: Array<[name: string, template: string, fault: string | null]> = [
    ['nothing', '', null],
    ['only text', '/a%20b/é/\u{1f600}\ue000?x=\'1\'', null],
    ['every operator', '{a}{+a}{#a}{.a}{/a}{;a}{?a}{&a}', null],
    ['every modifier', '{a*,b:1,c:9999}', null],
    ['names', '{a_1,%C3%A9,a.b.%2D}', null],
    ['an open expression', '/x{id', 'the expression at offset 2 is not closed'],
    ['a lone brace', '/x}', "'}' without '{' at offset 2"],
    ['a lone brace after an expression', '{a}/x}', "'}' without '{' at offset 5"],
    ['a space before an expression', '/a b{c}', 'the character " " at offset 2 must be percent-encoded'],
    ['a space', '/a b', 'the character " " at offset 2 must be percent-encoded'],
    ['a quotation mark', '"', 'the character "\\"" at offset 0 must be percent-encoded'],
    ['a backslash', '{a}\\', 'the character "\\\\" at offset 3 must be percent-encoded'],
    ['a control character', '\u0085', 'the character "\u0085" at offset 0 must be percent-encoded'],
    ['a lone surrogate', '\ud800', 'the character "\\ud800" at offset 0 must be percent-encoded'],
    ['a noncharacter', '\u{1ffff}', 'the character "\u{1ffff}" at offset 0 must be percent-encoded'],
    ['a private character of plane 16', '\u{10fffd}', null],
    ['a tag character', '\u{e0041}', 'the character "\u{e0041}" at offset 0 must be percent-encoded'],
    ['half an escape', '/100%', 'a percent sign without two hex digits at offset 4'],
    ['no escape', '/%zz', 'a percent sign without two hex digits at offset 1'],
    ['no variable', '/{}', 'no variable in the expression at offset 1'],
    ['only an operator', '{?}', 'an empty variable name in the expression at offset 0'],
    ['an empty name', '{a,,b}', 'an empty variable name in the expression at offset 0'],
    ['a reserved operator', '{=a}', "the reserved operator '=' in the expression at offset 0"],
    ['no operator', '{-a}', '"-a" where a variable name should begin in the expression at offset 0'],
    ['a hyphen', '{a-b}', '"-b" after the variable \'a\' in the expression at offset 0'],
    ['a modifier too long', '{a:10000}', '":10000" after the variable \'a\' in the expression at offset 0'],
    ['a prefix of a list', '{list:3}', "a prefix of 'list', which is a list or a map, in the expression at offset 0"],
    ['two modifiers', '{a:1*}', '":1*" after the variable \'a\' in the expression at offset 0'],
    ['half an escape in a name', '{a%2}', '"%2" after the variable \'a\' in the expression at offset 0'],
    ['a dot at the end', '{a.}', '"." after the variable \'a\' in the expression at offset 0'],
    ['a brace in an expression', '{a{b}}', '"{b" after the variable \'a\' in the expression at offset 0'],
    [
      'long text', `{a ${'x'.repeat(100)}}`,
      '" xxxxxxxxxxxxxxxxxxx…" after the variable \'a\' in the expression at offset 0'
    ],
    ['a later expression', '/{a}/{b c}', '" c" after the variable \'b\' in the expression at offset 5']
  ]
  for (const [name, template, fault] of rows) t.equal(templateFault(template), fault, name)
})

t.test('the variables of a template', async (t) => {
  const rows: Array<[template: string, names: string[]]> = [
    ['', []],
    ['/a', []],
    ['/a{b}', ['b']],
    ['{/a:1,a}{?b*,c.d}{&%2De}', ['a', 'b', 'c.d', '%2De']]
  ]
  for (const [template, names] of rows) t.same(templateVariables(template), names, template)
})

t.test('a variable is found wherever a client expands one', async () => {
  const operator = fc.constantFrom('', '+', '#', '.', '/', ';', '?', '&')
  const name = fc.stringMatching(/^[a-z]{1,3}$/)
  fc.assert(fc.property(operator, fc.array(name, { minLength: 1, maxLength: 3 }), (symbol, names) => {
    const template = `/x{${symbol}${names.join(',')}}`
    const expanded = parseTemplate(template)
      .expand(Object.fromEntries(templateVariables(template).map((variable) => [variable, 'VALUE'])))
    return templateFault(template) === null && expanded.split('VALUE').length === names.length + 1
  }))
})

t.test('a long template is read to its first fault', async (t) => {
  for (const unit of ['{', '}', '{a', '{a,', '%', 'a.}', '{a.', '{%41']) {
    const long = unit.repeat(200_000)
    t.type(templateFault(long), 'string', unit)
    t.type(templateFault(`{${long}}`), 'string', `{${unit}`)
  }
  t.same(templateVariables('{a}'.repeat(200_000)), ['a'])
})

type Variables = Record<string, unknown>

// Numbers are expanded as strings; null is no value.
function templateValues (variables: Variables): Map<string, TemplateValue> {
  const values = Object.entries(variables).filter(([, value]) => value !== null)
  return new Map(values.map(([name, value]) =>
    [name, typeof value === 'object' ? value as TemplateValue : String(value)]))
}

for (const file of ['spec-examples', 'spec-examples-by-section', 'extended-tests']) {
  t.test(`${file}: templates are expanded`, async (t) => {
    const url = new URL(`../../cases/external/uritemplate/${file}.json`, import.meta.url)
    const suite = JSON.parse(readFileSync(url, 'utf8')) as Record<string, {
      variables: Variables
      testcases: Array<[template: string, expected: unknown]>
    }>
    for (const { variables, testcases } of Object.values(suite)) {
      const values = templateValues(variables)
      for (const [template, expected] of testcases) {
        t.ok([expected].flat()
          .includes(expandTemplate(template, values)), `${template}: ${expandTemplate(template, values)}`)
      }
    }
  })
}

t.test('literals beyond ASCII and lone surrogates are percent-encoded', async (t) => {
  t.equal(expandTemplate('/\u015b%20/{rel}', new Map([['rel', '\ud800']])), '/%C5%9B%20/%EF%BF%BD')
})

t.test('the name of a variable without its percent-encoding', async (t) => {
  for (const [name, decoded] of [
    ['a', 'a'], ['caf%C3%A9', 'café'], ['a.b', 'a.b'], ['%FF', '%FF'], ['a%20b', 'a b']
  ] as const) t.equal(decodedName(name), decoded)
})
