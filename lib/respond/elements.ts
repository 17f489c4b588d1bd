import type { Projector } from '../compile/projector.ts'
import { ElementReader, isArrayText, isObjectText } from '../json-text.ts'
import { isPromise } from '../promises.ts'
import { ListText } from './list-text.ts'
import type { Representer } from './represent.ts'

/** The configuration of an element; null for elements that get nothing. */
export type ElementProjector = (element: unknown) => Projector | null

/** An array to be written: its values, and the text that stands for them. */
export interface Elements {
  readonly values: readonly unknown[]
  readonly text: unknown
  /** Whether the text is sure to hold one element for each value: no serializer of the app wrote it. */
  readonly isWhole: boolean
  readonly projectorOf: ElementProjector
}

/** Takes the texts of elements, in order. */
interface Sink<R> {
  add (text: string): void
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
  return represented(elements, representer, { add: text => texts.push(text), finish: () => texts })
}

// Each element is read, written and added before the next: what is needed of it is garbage before it costs anything.
function represented<R> (elements: Elements, representer: Representer, sink: Sink<R>): R | null | Promise<R | null> {
  const { values, text, isWhole } = elements
  if (!isArrayText(text)) return null
  const reader = new ElementReader(text, isWhole ? values.length : null)
  for (let index = 0; index < values.length; index++) {
    const own = reader.next()
    if (own === null) return null
    const written = element(elements, index, own, representer)
    if (isPromise(written)) return restOf(written, index, elements, reader, representer, sink)
    sink.add(written)
  }
  return reader.isAtEnd ? sink.finish() : null
}

function element ({ values, projectorOf }: Elements, index: number, own: string, representer: Representer): string | Promise<string> {
  const value = values[index]
  const projector = projectorOf(value)
  return projector === null || !isObjectText(own) ? own : representer.represent(value, own, projector)
}

// All that is left is begun before anything is waited for.
async function restOf<R> (first: Promise<string>, from: number, elements: Elements, reader: ElementReader, representer: Representer, sink: Sink<R>): Promise<R | null> {
  const written: (string | Promise<string>)[] = [first]
  try {
    for (let index = from + 1; index < elements.values.length; index++) {
      const own = reader.next()
      if (own === null) return null
      written.push(element(elements, index, own, representer))
    }
  } finally {
    // What was begun must not reject with nobody listening.
    Promise.allSettled(written)
  }
  for (const text of await Promise.all(written)) sink.add(text)
  return reader.isAtEnd ? sink.finish() : null
}
