// JSON schemas of the formats: HAL (draft-kelly-json-hal-11) and HAL-FORMS (rwcbook.github.io/hal-forms).
import { FIELD_TYPES } from '../../lib/declare/field-types.ts'

const strings = (...names: string[]) => Object.fromEntries(names.map(name => [name, { type: 'string' }]))
const flags = (...names: string[]) => Object.fromEntries(names.map(name => [name, { type: 'boolean' }]))
const numbers = (...names: string[]) => Object.fromEntries(names.map(name => [name, { type: 'number' }]))
const counts = (...names: string[]) => Object.fromEntries(names.map(name => [name, { type: 'integer', minimum: 0 }]))
const oneOrMany = (ref: string) => ({ if: { type: 'array' }, then: { items: { $ref: ref } }, else: { $ref: ref } })

// Section 5.
const link = {
  type: 'object',
  required: ['href'],
  properties: {
    ...strings('href', 'type', 'deprecation', 'name', 'profile', 'title', 'hreflang'), ...flags('templated')
  }
}

// Section 8.2.
const curie = {
  ...link, required: ['href', 'name', 'templated'], properties: { ...link.properties, templated: { const: true } }
}

const links = {
  type: 'object',
  properties: { curies: oneOrMany('#/$defs/curie') },
  additionalProperties: oneOrMany('#/$defs/link')
}

// Section 4.
const resource = {
  type: 'object',
  properties: {
    _links: { $ref: '#/$defs/links' },
    _embedded: { type: 'object', additionalProperties: oneOrMany('#/$defs/resource') }
  }
}

const options = {
  type: 'object',
  properties: {
    ...strings('promptField', 'valueField'),
    ...counts('minItems', 'maxItems'),
    inline: { type: 'array' },
    link,
    selectedValues: { type: 'array', items: { type: 'string' } }
  }
}

const property = {
  type: 'object',
  required: ['name'],
  properties: {
    ...strings('prompt', 'regex', 'placeholder'),
    ...flags('readOnly', 'required', 'templated'),
    ...numbers('min', 'max', 'step'),
    ...counts('cols', 'rows', 'minLength', 'maxLength'),
    name: { type: 'string', minLength: 1 },
    type: { enum: FIELD_TYPES },
    options: { $ref: '#/$defs/options' }
  }
}

const template = {
  type: 'object',
  required: ['method'],
  properties: {
    ...strings('contentType', 'key', 'title', 'target'),
    method: { type: 'string', minLength: 1 },
    properties: { type: 'array', items: { $ref: '#/$defs/property' } }
  }
}

/** A HAL document. */
export const HAL_SCHEMA = {
  $id: 'fastify-hyper:hal', $ref: '#/$defs/resource', $defs: { link, curie, links, resource }
}

/** A HAL-FORMS document: a HAL document whose resources may have templates. */
export const HAL_FORMS_SCHEMA = {
  $id: 'fastify-hyper:hal-forms',
  $ref: '#/$defs/resource',
  $defs: {
    link,
    curie,
    links,
    options,
    property,
    template,
    resource: {
      ...resource,
      properties: {
        ...resource.properties, _templates: { type: 'object', additionalProperties: { $ref: '#/$defs/template' } }
      }
    }
  }
}
