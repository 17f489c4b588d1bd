import type { LinkAttributes } from '../../types/links.ts'
import { LINK_ATTRIBUTES } from '../declare/attributes.ts'

/** The attributes' JSON members, each with a comma before it, in the order of HAL. */
export function attributesText (attributes: LinkAttributes): string {
  let text = ''
  for (const name of LINK_ATTRIBUTES) {
    const value = attributes[name]
    if (value !== undefined) text += `,"${name}":${JSON.stringify(value)}`
  }
  return text
}
