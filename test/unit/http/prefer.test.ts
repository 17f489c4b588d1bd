import t from 'tap'
import { appliedPreference, preferenceOf } from '../../../lib/http/prefer.ts'

const FIELDS: Readonly<Record<string, string | null>> = {
  'transclude=item': 'item',
  'transclude="item"': 'item',
  'TransClude = "item"': 'item',
  ' \ttransclude\t=\titem\t': 'item',
  'transclude=acme:notes': 'acme:notes',
  'transclude="item author"': 'item author',
  'transclude="item;author,next"': 'item;author,next',
  'transclude="a\\"b\\\\c"': 'a"b\\c',
  'respond-async, transclude=item': 'item',
  'wait=10; transclude=other, transclude=item': 'item',
  'wait="a, transclude=b; c" ; d="e, transclude=f", transclude=item': 'item',
  'transclude=item; depth=1, wait=10': 'item',
  'transclude=first, transclude=second': 'first',
  ',, ,transclude=item,,': 'item',
  transclude: '',
  'transclude=': '',
  'transclude=""': '',
  'transclude; depth=1': '',
  '': null,
  'return=minimal': null,
  'transcludes=item': null,
  'x-transclude=item': null,
  '=item': null,
  'wait="transclude=item': null,
  'transclude="item': null,
  'wait; a="b, transclude=item': null
}

for (const [field, value] of Object.entries(FIELDS)) {
  t.equal(preferenceOf(field, 'transclude'), value, `${field || 'an empty field'} has ${value ?? 'no such preference'}`)
}

t.test('an applied preference is read as it was written', async t => {
  for (const value of [
    'item', 'item author', 'a"b', 'a\\', '\\"', 'a, b; c'
  ]) t.equal(preferenceOf(appliedPreference('transclude', value), 'transclude'), value)
})
