import type { CompiledConfig } from '../links/compiled.ts'
import { isObjectText } from '../json/json-text.ts'
import { gatherRest } from '../async/promises.ts'
import { ListText } from './list-text.ts'
import { OwnTexts, type WrittenArray } from './own-texts.ts'
import type { ElementSink, Representer } from './represent.ts'

/** The configuration of an element; null for elements that get nothing. */
export type ElementConfig = (element: unknown) => CompiledConfig | null

/** An array whose elements get their members. */
export interface Elements extends WrittenArray {
  readonly compiledOf: ElementConfig
}

/** Takes the texts of elements, in order. */
interface Sink<R> extends ElementSink {
  finish (): R
}

/**
 * The text of an array whose elements have their members.
 * @returns null where the text is not that of these elements: a serializer of the app made something else of them
 */
export function listOf (elements: Elements, representer: Representer): string | Buffer | null | Promise<string | Buffer | null> {
  return represented(elements, representer, new ListText(elements.values.length))
}

/** The same, each text by itself. */
export function textsOf (elements: Elements, representer: Representer): string[] | null | Promise<string[] | null> {
  const texts: string[] = []
  return represented(elements, representer, { begin: () => null, add: text => texts.push(text), finish: () => texts })
}

// Each element is read, written and added before the next, so that what is needed of it is soon garbage.
function represented<R> (elements: Elements, representer: Representer, sink: Sink<R>): R | null | Promise<R | null> {
  const { values } = elements
  const texts = new OwnTexts(elements)
  for (let index = 0; index < values.length; index++) {
    const value = values[index]
    const own = ownText(elements, value, texts)
    if (own === null) return null
    const compiled = linkedBy(elements, value, own)
    if (compiled === null) {
      sink.add(own)
      continue
    }
    const added = representer.representIn(sink, value, own, compiled, texts.nothingTaken)
    if (added !== undefined) return restOf(added, elements, index + 1, texts, representer, sink)
  }
  return texts.isAtEnd ? sink.finish() : null
}

// The next element's text; null where it is not that of this value, which would get its links.
function ownText (elements: Elements, value: unknown, texts: OwnTexts): string | null {
  const own = texts.next()
  if (own === null || elements.alone === null || linkedBy(elements, value, own) === null || texts.isOwn(own, value)) return own
  return null
}

function linkedBy ({ compiledOf }: Elements, value: unknown, own: string): CompiledConfig | null {
  const compiled = compiledOf(value)
  return compiled !== null && isObjectText(own) ? compiled : null
}

// The own texts of all that is left are written before anything is awaited: they are the list as it was.
function restOf<R> (first: Promise<string>, elements: Elements, from: number, texts: OwnTexts, representer: Representer, sink: Sink<R>): Promise<R | null> {
  const { values } = elements
  const bodies = bodiesOf(elements, from, texts)
  const represent = (index: number) => {
    const value = values[from + index - 1]
    const own = bodies![index - 1]!
    const compiled = linkedBy(elements, value, own)
    return compiled === null ? own : representer.represent(value, own, compiled)
  }
  const results = new Array<string | Promise<string>>(bodies === null ? 1 : bodies.length + 1)
  results[0] = first
  return gatherRest(results, 0, represent, representer.resolution).then(written => {
    if (bodies === null) return null
    for (const text of written) sink.add(text)
    return sink.finish()
  })
}

// Null where the text is not that of these elements.
function bodiesOf (elements: Elements, from: number, texts: OwnTexts): string[] | null {
  const bodies: string[] = []
  for (let index = from; index < elements.values.length; index++) {
    const own = ownText(elements, elements.values[index], texts)
    if (own === null) return null
    bodies.push(own)
  }
  return texts.isAtEnd ? bodies : null
}
