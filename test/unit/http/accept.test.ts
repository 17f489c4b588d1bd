import fc from 'fast-check'
import t from 'tap'
import { createNegotiator } from '../../../lib/http/accept.ts'
import { sixteenKibibytes } from './long-text.ts'

type Format = 'json' | 'hal' | 'forms' | 'vendor' | 'siren'

const TYPES: Record<Format, string> = {
  json: 'application/json',
  hal: 'application/hal+json',
  forms: 'application/prs.hal-forms+json',
  vendor: 'application/vnd.hyper+json',
  siren: 'application/vnd.siren+json'
}

// The default first, then the format of one's own, then the others, as the plugin lists them.
function negotiatorOf (first: Format, ...own: Format[]): (accept: string | undefined) => Format {
  const formats = new Set<Format>([first, ...own, 'hal', 'json', 'forms', 'vendor'])
  return createNegotiator(Array.from(formats, (format) => ({ mediaType: TYPES[format], format })))
}

type Row = [name: string, first: Format, accept: string | undefined, expected: Format]

function check (name: string, rows: Row[], ...own: Format[]): void {
  t.test(name, async (t) => {
    for (const [name, first, accept, expected] of rows) {
      const negotiate = negotiatorOf(first, ...own)
      t.equal(negotiate(accept), expected, name)
      t.equal(negotiate(accept), expected, `${name}, again`)
    }
  })
}

check('a named media type', [
  ['JSON', 'json', 'application/json', 'json'],
  ['JSON where HAL is the default', 'hal', 'application/json', 'json'],
  ['only JSON, at a low quality', 'hal', 'application/json;q=0.1', 'json'],
  ['HAL', 'json', 'application/hal+json', 'hal'],
  ['HAL-FORMS', 'json', 'application/prs.hal-forms+json', 'forms'],
  ['the vendor type', 'hal', 'application/vnd.hyper+json', 'vendor'],
  ['another case', 'json', 'Application/HAL+Json', 'hal'],
  ['a browser', 'hal', 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8', 'hal'],
  ['a script', 'hal', 'application/json, text/plain, */*', 'json'],
  ['an old browser with odd elements', 'hal', 'image/gif, application/msword,  , pronto/1.00.00, */*', 'hal']
])

check('the most specific range gives the quality', [
  ['exact before suffix', 'forms', 'application/hal+json;q=0.2, application/*+json;q=0.9', 'forms'],
  ['type before any', 'json', 'application/*;q=0.3, */*;q=0.9', 'json'],
  ['the suffix range is excluded', 'hal', 'application/*+json;q=0, */*', 'json'],
  ['all but one are excluded', 'json', 'application/*;q=0, application/hal+json', 'hal'],
  ['suffix before type', 'hal', 'application/*+json;q=0.9, application/*;q=0.1', 'hal']
])

check('the highest quality wins', [
  ['of two', 'json', 'application/hal+json;q=0.8, application/prs.hal-forms+json;q=0.9', 'forms'],
  ['by a thousandth', 'json', 'application/hal+json;q=0.999, application/json;q=1', 'json'],
  ['over specificity', 'hal', 'application/hal+json;q=0.5, */*', 'json'],
  ['over specificity by a thousandth', 'json', 'application/hal+json;q=0.999, */*', 'json'],
  ['the smallest is enough', 'json', 'application/hal+json;q=0.001', 'hal'],
  ['all ways to write one', 'json', 'application/hal+json;q=1.000, application/json;q=0.999', 'hal'],
  ['a suffix over JSON', 'json', 'application/*+json, application/json;q=0.8', 'hal'],
  ['a suffix under JSON', 'json', 'application/*+json;q=0.8, application/json', 'json']
])

check('ties go to specificity, then to preference', [
  ['exact over any, whatever the order', 'json', '*/*, application/hal+json', 'hal'],
  ['exact over suffix', 'json', 'application/*+json, application/prs.hal-forms+json', 'forms'],
  ['exact JSON over a default of HAL', 'hal', '*/*, application/*, application/*+json, application/json', 'json'],
  ['the default of two', 'json', 'application/hal+json;q=0.3, application/json;q=0.3', 'json'],
  ['the other default of two', 'hal', 'application/json;q=0.3, application/hal+json;q=0.3', 'hal'],
  ['the order of the others', 'json', 'application/prs.hal-forms+json, application/hal+json', 'hal'],
  ['any is the default', 'forms', '*/*', 'forms'],
  ['any application is the default', 'hal', 'application/*', 'hal'],
  ['a suffix is the default', 'forms', 'Application/*+JSON', 'forms'],
  ['a suffix leaves plain JSON out', 'json', 'application/*+json', 'hal']
])

check('the default where nothing else can be', [
  ['no field', 'hal', undefined, 'hal'],
  ['an empty field', 'hal', '', 'hal'],
  ['unknown types', 'hal', 'text/html, text/json, application/hal, application/halx+json', 'hal'],
  ['a suffix of another type', 'hal', 'text/*+json', 'hal'],
  ['a bare star', 'hal', '*', 'hal'],
  ['everything is excluded', 'forms', 'application/*;q=0, text/*;q=0, */*;q=0', 'forms'],
  ['only the default is excluded', 'hal', 'application/hal+json;q=0', 'hal'],
  ['others are excluded', 'forms', 'application/json;q=0, application/hal+json;q=0', 'forms'],
  ['it is excluded and all is accepted', 'hal', 'application/hal+json;q=0, */*', 'json'],
  ['it is excluded and another is accepted', 'hal', 'application/hal+json;q=0, application/json;q=0.5', 'json'],
  ['it is excluded beside an unknown type', 'hal', 'application/hal+json;q=0, text/html', 'hal'],
  ['a known type behind unknown ones', 'json', 'text/html, application/hal+json;q=0.1', 'hal']
])

check('a format of one\'s own comes before the others', [
  ['by name', 'json', 'application/vnd.siren+json', 'siren'],
  ['by suffix', 'json', 'application/*+json', 'siren'],
  ['not before the default', 'hal', 'application/vnd.siren+json, application/hal+json', 'hal'],
  ['not on a wildcard', 'json', '*/*', 'json'],
  ['by what is left', 'json',
    'application/prs.hal-forms+json;q=0.1, application/*+json;q=0.8, application/hal+json;q=0.3, ' +
      'application/vnd.hyper+json;q=0.2',
    'siren']
], 'siren')

check('weights', [
  ...['1', '1.', '1.0', '1.00', '1.000'].map((weight): Row =>
    [`${weight} is one`, 'json', `application/hal+json;q=${weight}, application/json;q=0.999`, 'hal']),
  ...['0', '0.', '0.0', '0.000'].map((weight): Row =>
    [`${weight} excludes`, 'json', `application/hal+json;q=${weight}, */*;q=0.1, application/json;q=0`, 'forms']),
  ...[
    '.2', '1.5', '1.001', '1.0000', '0.5555', '1e0', 'NaN', '-1', '+1', '0x1', '', '0.5_1', '01', '00', '"1"', '"a,b"',
    '1 0', ' 1', '\u0661'
  ].map((weight): Row => [
    `${JSON.stringify(weight)} drops the range`, 'json', `application/hal+json;q=${weight}, application/json;q=0.4`,
    'json'
  ]),
  ['a weight without a value drops the range', 'json', 'application/hal+json;q, application/json;q=0.4', 'json'],
  ['so it does at the end', 'json', 'application/hal+json;q', 'json'],
  [
    'a space before the equals sign drops the range', 'json', 'application/hal+json;q =1, application/json;q=0.4',
    'json'
  ],
  ['the name in upper case', 'json', 'application/hal+json;Q=0.3, application/json;q=0.4', 'json'],
  ['a longer name is no weight', 'json', 'application/hal+json;qs=0.1, application/json;q=0.4', 'hal'],
  ['a decimal comma ends the range', 'json', 'application/hal+json;q=0,5, application/json;q=0.4', 'json'],
  ['the first of two counts', 'json', 'application/hal+json;q=0.1;q=0.9, application/json;q=0.5', 'json'],
  ['the first counts when it is malformed', 'json', 'application/hal+json;q=x;q=0.9, application/json;q=0.5', 'json'],
  ['the higher of one range twice', 'json', 'application/hal+json;q=0, application/hal+json', 'hal'],
  ['whatever the order', 'json', 'application/hal+json, application/hal+json;q=0', 'hal']
])

check('parameters and space', [
  ['a parameter is ignored', 'json', 'application/hal+json; charset=utf-8', 'hal'],
  ['a quoted parameter is ignored', 'json', 'application/hal+json;profile="http://x.test/p"', 'hal'],
  ['an empty parameter is ignored', 'json', 'application/hal+json;;q=0.3, application/json;q=0.4', 'json'],
  [
    'something behind the weight is ignored', 'json', 'application/hal+json;q=0.5;ext="x,y", application/json;q=0.4',
    'hal'
  ],
  ['tabs are space', 'json', 'application/hal+json\t;\tq=0.9\t,\tapplication/json;q=0.1', 'hal'],
  ['a quoted comma does not split', 'json', 'text/plain;p="a, application/hal+json", application/json', 'json'],
  ['nor behind an escaped quote', 'json', 'text/plain;p="a\\", application/hal+json", application/json', 'json'],
  ['a quoted weight is none', 'json', 'text/html;p=";q=0", application/hal+json;q=0.4', 'hal'],
  ['an open quote runs to the end', 'json', 'application/json;q=0.1, text/x;p="a, application/hal+json', 'json'],
  ['a range with an open quote does not count', 'json', 'application/hal+json;p="a', 'json'],
  ['nor one that ends in a backslash', 'json', 'application/hal+json;p="a\\', 'json']
])

check('garbage', ['~garbage~', ';;;', ',,,', ' ' +
  ', ', '/', 'application/', '/json', 'application', '"application/hal+json"', 'application/hal+json/x',
'application / hal+json',
'application/hal+json x', 'application/json; q=x;;;, ~garbage~', '__proto__/constructor', 'constructor',
'toString',
'\u0000', '\u00a0application/hal+json'
].map((accept): Row => [JSON.stringify(accept), 'json', accept, 'json']))

t.test('a candidate of another type has the wildcard of its own', async (t) => {
  const negotiate = createNegotiator([
    { mediaType: 'application/json', format: 'json' },
    { mediaType: 'text/vnd.outline+json', format: 'outline' }
  ])
  t.equal(negotiate('text/*'), 'outline')
  t.equal(negotiate('application/*+json'), 'json', 'the suffix range is one of application types')
  t.equal(negotiate('*/*;q=0.5, application/*;q=0.1'), 'outline')
})

t.test('two candidates of one media type: the first', async (t) => {
  const negotiate = createNegotiator([
    { mediaType: 'application/json', format: 1 }, { mediaType: 'application/json', format: 2 }
  ])
  t.equal(negotiate('application/json'), 1)
})

t.test('a candidate is needed', async (t) => {
  t.throws(() => createNegotiator([]), RangeError)
})

const parts = fc.constantFrom(
  ...Object.values(TYPES), 'application/*+json', 'application/*', '*/*', 'text/html', ';q=0', ';q=0.5', ';q=1', ';q=',
  ';p="', '"', '\\', ',', ', ', ' ', ';'
)
const ranges = fc.tuple(fc.constantFrom(
  ...Object.values(TYPES), 'application/*+json', 'application/*', '*/*', 'text/html'
),
fc.constantFrom('', ';q=0', ';q=0.5', ';q=0.999', ';q=1', ';p="a,b";q=0.2', ';q=2'))
  .map(([range, weight]) => range + weight)

t.test('every header value gets a candidate, the same one each time', async () => {
  const negotiate = negotiatorOf('json', 'siren')
  fc.assert(fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: parts })), (accept) => {
    const response = negotiate(accept)
    return Object.hasOwn(TYPES, response) && negotiate(accept) === response &&
      negotiatorOf('json', 'siren')(accept) === response
  }))
})

t.test('neither the order of the ranges nor their case decides', async () => {
  fc.assert(fc.property(fc.array(ranges), fc.constantFrom<Format>('json', 'hal', 'forms'), (list, first) => {
    const negotiate = negotiatorOf(first, 'siren')
    const response = negotiate(list.join(', '))
    return negotiate(list.toReversed().join(',')) === response && negotiate(list.join(' , ').toUpperCase()) === response
  }))
})

t.test('more fields than are remembered', async (t) => {
  const negotiate = negotiatorOf('json')
  const numbers = Array.from({ length: 600 }, (_, index) => index)
  for (const round of ['the first time', 'the second time']) {
    t.ok(
      numbers.every(number => negotiate(`text/x${number}, application/hal+json`) === 'hal'), `a range of ours, ${round}`
    )
    t.ok(numbers.every(number => negotiate(`text/x${number}`) === 'json'), `no range of ours, ${round}`)
  }
  t.equal(negotiate(undefined), 'json')
})

t.test('a field that is too long to be remembered', async (t) => {
  const negotiate = negotiatorOf('json')
  const long = `${'text/x,'.repeat(1000)}application/hal+json`
  t.equal(negotiate(long), 'hal')
  t.equal(negotiate('application/json'), 'json')
  t.equal(negotiate(long), 'hal')
})

t.test('16 KiB of nonsense leave the default', async (t) => {
  const negotiate = negotiatorOf('json', 'siren')
  const fields = [
    ...[
      ',', ' ', '\t', ';', ' ; ', ';q', '"', '"",', '\\', 'a', '*/*,', '*/*;q=0.5,', 'A/B;Q=0.111,', 'a/b;p="',
      'a/b  ;  q=1  ,  '
    ].map(sixteenKibibytes),
    `text/x;p="${sixteenKibibytes('\\')}`,
    `text/x;q=${sixteenKibibytes('0')}`,
    `text/x;q${sixteenKibibytes(' ')}`
  ]
  for (const field of fields) {
    t.equal(negotiate(field), 'json', field.slice(0, 12))
  }
})
