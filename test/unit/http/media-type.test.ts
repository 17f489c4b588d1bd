import t from 'tap'
import { essence, isMediaType, relabel } from '../../../lib/http/media-type.ts'
import { sixteenKibibytes } from './long-text.ts'

t.test('isMediaType accepts only concrete media types', async (t) => {
  const rows: Array<[name: string, text: string, expected: boolean]> = [
    ['plain', 'application/json', true],
    ['a structured suffix', 'application/vnd.acme.order+json', true],
    ['upper case', 'Application/JSON', true],
    ['every token character', "a!#$%&'+-.^_`|~/0!#$%&'+-.^_`|~", true],
    ['blank', '   ', false],
    ['empty', '', false],
    ['no slash', 'application', false],
    ['no subtype', 'application/', false],
    ['no type', '/json', false],
    ['two slashes', 'application/hal/json', false],
    ['any type', '*/*', false],
    ['any subtype', 'application/*', false],
    ['a suffix range', 'application/*+json', false],
    ['a parameter', 'application/json; v=2', false],
    ['a space before', ' application/json', false],
    ['a space behind', 'application/json ', false],
    ['a line break behind', 'application/json\n', false],
    ['a letter beyond ASCII', 'application/jsön', false],
    ['two types', 'application/json,text/html', false]
  ]
  for (const [name, text, expected] of rows) t.equal(isMediaType(text), expected, name)
})

t.test('essence is the type without parameters', async (t) => {
  const rows: Array<[name: string, contentType: string, expected: string]> = [
    ['without parameters', 'application/json', 'application/json'],
    ['upper case', 'Application/JSON', 'application/json'],
    ['with a parameter', 'application/json; charset=utf-8', 'application/json'],
    ['space around', '\t application/json \t;v=2', 'application/json'],
    ['nothing before the semicolon', ';v=2', ''],
    ['empty', '', '']
  ]
  for (const [name, contentType, expected] of rows) t.equal(essence(contentType), expected, name)
})

t.test('relabel replaces the type and keeps the parameters', async (t) => {
  const rows: Array<[name: string, contentType: string, expected: string | null]> = [
    ['plain', 'application/json', 'application/hal+json'],
    ['the usual charset', 'application/json; charset=utf-8', 'application/hal+json; charset=utf-8'],
    ['another case', 'Application/JSON;Charset=UTF-8', 'application/hal+json;Charset=UTF-8'],
    ['two parameters in order', 'application/json; v=2; charset=utf-8', 'application/hal+json; v=2; charset=utf-8'],
    ['a quoted parameter', 'application/json; v="2"', 'application/hal+json; v="2"'],
    ['a quoted semicolon and an escaped quote', 'application/json; p="a;\\"b"', 'application/hal+json; p="a;\\"b"'],
    ['an empty quoted value', 'application/json; p=""', 'application/hal+json; p=""'],
    ['space and tab behind the type', 'application/json \t', 'application/hal+json'],
    ['space before the semicolon', 'application/json ;v=2', 'application/hal+json;v=2'],
    ['an empty parameter', 'application/json;', null],
    ['two semicolons', 'application/json;;', null],
    ['an empty parameter between two', 'application/json; v=2;; w=3', null],
    ['a parameter without a value', 'application/json; v', null],
    ['a parameter with an empty value', 'application/json; v=', null],
    ['space around the equals sign', 'application/json; v = 2', null],
    ['an open quote', 'application/json; v="2', null],
    ['a line break in a value', 'application/json; v="2\n"', null],
    ['a problem document', 'application/problem+json', null],
    ['a vendor type', 'application/vnd.acme.order+json; v=3', null],
    ['a longer subtype', 'application/jsonl', null],
    ['a shorter subtype', 'application/jso', null],
    ['a suffix', 'application/json+x', null],
    ['another type', 'text/json', null],
    ['a HAL type', 'application/hal+json', null],
    ['empty', '', null]
  ]
  for (const [name, contentType, expected] of rows) {
    t.equal(relabel(contentType, 'application/json', 'application/hal+json'), expected, name)
  }
})

t.test('relabel knows types other than JSON', async (t) => {
  t.equal(relabel('text/plain; charset=utf-8', 'text/plain', 'text/x'), 'text/x; charset=utf-8')
  t.equal(relabel('application/json; charset=utf-8', 'text/plain', 'text/x'), null, 'the usual JSON is not text')
})

t.test('parameters of sixteen kibibytes are read, however they are written', async (t) => {
  const rows: Array<[name: string, parameters: string, wellFormed: boolean]> = [
    ['tokens', ';a=' + sixteenKibibytes('a') + '"', false],
    ['pairs', sixteenKibibytes('; a=b ') + '!', true],
    ['an open quote', ';a="' + sixteenKibibytes('x'), false],
    ['backslashes', ';a="' + sixteenKibibytes('\\') + '"', true],
    ['spaces', sixteenKibibytes(' ') + '!', false],
    ['spaces behind a semicolon', ';' + sixteenKibibytes(' '), false]
  ]
  for (const [name, parameters, wellFormed] of rows) {
    const expected = wellFormed ? `a/b;v=2${parameters}` : null
    t.equal(relabel(`application/json;v=2${parameters}`, 'application/json', 'a/b'), expected, name)
  }
})
