import type { Projector } from '../compile/projector.ts'
import { ElementReader, isArrayText, isObjectText } from '../json-text.ts'
import { isPromise } from '../promises.ts'
import { ListText } from './list-text.ts'
import type { Representer } from './represent.ts'

/** The configuration of an element; null for elements that get nothing. */
export type ElementProjector = (element: unknown) => Projector | null

/** Takes the texts of elements, in order. */
interface Sink<R> {
  add (text: string): void
  finish (): R
}

/**
 * The text of an array whose elements have their members.
 * @param isWhole whether the text is sure to hold one element for each value: no serializer of the app wrote it
 * @returns null where the text is not that of these elements: a serializer of the app made something else of them
 */
export function listOf (values: readonly unknown[], text: unknown, isWhole: boolean, projectorOf: ElementProjector, representer: Representer): string | Buffer | null | Promise<string | Buffer | null> {
  return represented(values, text, isWhole, projectorOf, representer, new ListText(values.length))
}

/** The same, each text by itself. */
export function textsOf (values: readonly unknown[], text: unknown, isWhole: boolean, projectorOf: ElementProjector, representer: Representer): string[] | null | Promise<string[] | null> {
  const texts: string[] = []
  return represented(values, text, isWhole, projectorOf, representer, { add: text => texts.push(text), finish: () => texts })
}

// Each element is read, written and added before the next: what is needed of it is garbage before it costs anything.
function represented<R> (values: readonly unknown[], text: unknown, isWhole: boolean, projectorOf: ElementProjector, representer: Representer, sink: Sink<R>): R | null | Promise<R | null> {
  if (!isArrayText(text)) return null
  const reader = new ElementReader(text, isWhole ? values.length : null)
  for (let index = 0; index < values.length; index++) {
    const own = reader.next()
    if (own === null) return null
    const written = element(values[index], own, projectorOf, representer)
    if (isPromise(written)) return restOf(written, index, values, reader, projectorOf, representer, sink)
    sink.add(written)
  }
  return reader.isAtEnd ? sink.finish() : null
}

function element (value: unknown, own: string, projectorOf: ElementProjector, representer: Representer): string | Promise<string> {
  const projector = projectorOf(value)
  return projector === null || !isObjectText(own) ? own : representer.represent(value, own, projector)
}

// All that is left is begun before anything is waited for.
async function restOf<R> (first: Promise<string>, from: number, values: readonly unknown[], reader: ElementReader, projectorOf: ElementProjector, representer: Representer, sink: Sink<R>): Promise<R | null> {
  const written: (string | Promise<string>)[] = [first]
  try {
    for (let index = from + 1; index < values.length; index++) {
      const own = reader.next()
      if (own === null) return null
      written.push(element(values[index], own, projectorOf, representer))
    }
  } finally {
    // What was begun must not reject with nobody listening.
    Promise.allSettled(written)
  }
  for (const text of await Promise.all(written)) sink.add(text)
  return reader.isAtEnd ? sink.finish() : null
}
