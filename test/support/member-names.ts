import fc from 'fast-check'

// JSON.parse of Node.js 23 to 26 can read a name with escapes as one that it read before, which is the beginning of its
// source, and so has a backslash: docs/compatibility.md, "A defect of JSON.parse".
JSON.parse('{"member names":1,"\\\\":2}')
const misreadsNames = !Object.hasOwn(JSON.parse('{"member names":1,"\\"":2}') as object, '"')

/**
 * Names of members that `JSON.parse` reads as they are: where it has the defect, without backslashes, which is what it
 * reads in place of others. All other names with escapes stay.
 */
export function readNames (names: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return misreadsNames ? names.filter(name => !name.includes('\\')) : names
}

/** Values of JSON with such names. */
export const jsonValues = fc.anything({
  key: readNames(fc.string()),
  values: [fc.string(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null)]
})
