import type { LinkAttributes } from '../../types/targets.ts'
import { LINK_ATTRIBUTES } from '../declare/attributes.ts'
import type { SharedAttributes } from '../links/compiled.ts'
import type { Resolution } from '../resolution/resolution.ts'
import type { WholeLink } from '../resolution/target.ts'

/** The JSON object of a link with its whole href. */
export function linkJson ({ href, templated, attributes }: WholeLink): string {
  return '{"href":' + JSON.stringify(href) + (templated ? ',"templated":true' : '') + attributesJson(attributes) + '}'
}

/** The JSON members of attributes, each after a comma, in the order of HAL. */
export function attributesJson (attributes: LinkAttributes): string {
  let json = ''
  for (const name of LINK_ATTRIBUTES) {
    const value = attributes[name]
    if (value !== undefined) json += `,"${name}":${JSON.stringify(value)}`
  }
  return json
}

/** Attributes in the languages of a response. */
export function localizedAttributes ({ title, ...attributes }: SharedAttributes, resolution: Pick<Resolution, 'localize'>): LinkAttributes {
  const localized = title === undefined ? null : resolution.localize(title)
  return localized === null ? attributes : { title: localized, ...attributes }
}
