import type { Projector } from '../compile/projector.ts'
import { isObjectText } from '../json-text.ts'
import { ListText } from './list-text.ts'
import { OwnTexts, type WrittenArray } from './own-texts.ts'
import type { ElementSink, Representer } from './represent.ts'

/** The configuration of an element; null for elements that get nothing. */
export type ElementProjector = (element: unknown) => Projector | null

/** An array whose elements get their members. */
export interface Elements extends WrittenArray {
  readonly projectorOf: ElementProjector
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

// Adds the next element, which is the text of this value: true when it is done, a promise where it has to be waited for, false where there is none.
type AddNext = (sink: ElementSink, value: unknown) => boolean | Promise<string>

// Each element is read, written and added before the next, so that what is needed of it is soon garbage.
function represented<R> (elements: Elements, representer: Representer, sink: Sink<R>): R | null | Promise<R | null> {
  const { values, projectorOf } = elements
  const texts = new OwnTexts(elements)
  const addNext: AddNext = (sink, value) => {
    const own = texts.next()
    if (own === null) return false
    const projector = projectorOf(value)
    if (projector === null || !isObjectText(own)) sink.add(own)
    else if (!texts.isOwn(own, value)) return false
    else return representer.representIn(sink, value, own, projector, texts.nothingTaken) ?? true
    return true
  }
  for (let index = 0; index < values.length; index++) {
    const added = addNext(sink, values[index])
    if (added === false) return null
    if (added !== true) return restOf(added, values.slice(index + 1), addNext, texts, sink)
  }
  return texts.isAtEnd ? sink.finish() : null
}

// All that is left is begun before anything is waited for.
async function restOf<R> (first: Promise<string>, values: readonly unknown[], addNext: AddNext, texts: OwnTexts, sink: Sink<R>): Promise<R | null> {
  const begun: (string | Promise<string>)[] = [first]
  const beginnings: ElementSink = { begin: () => null, add: text => begun.push(text) }
  try {
    for (const value of values) {
      const added = addNext(beginnings, value)
      if (added === false) return null
      if (added !== true) begun.push(added)
    }
  } finally {
    // What was begun must not reject with nobody listening.
    Promise.allSettled(begun)
  }
  for (const text of await Promise.all(begun)) sink.add(text)
  return texts.isAtEnd ? sink.finish() : null
}
