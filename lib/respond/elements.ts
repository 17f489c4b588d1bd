import type { Projector } from '../compile/projector.ts'
import { elementTexts, isArrayText, isObjectText } from '../json-text.ts'
import { gather } from '../promises.ts'
import type { Representer } from './represent.ts'

/** The configuration of an element; null for elements that get nothing. */
export type ElementProjector = (element: unknown) => Projector | null

/**
 * The texts of an array's elements, each with its members.
 * @returns null where the text is not that of these elements: a serializer of the app made something else of them
 */
export function representElements (elements: readonly unknown[], text: unknown, projectorOf: ElementProjector, representer: Representer): string[] | Promise<string[]> | null {
  if (!isArrayText(text)) return null
  const texts = elementTexts(text)
  if (texts?.length !== elements.length) return null
  return gather(texts.length, index => {
    const own = texts[index]!
    const projector = projectorOf(elements[index])
    return projector === null || !isObjectText(own) ? own : representer.represent(elements[index], own, projector)
  })
}
