// The types of the API, as its model has them.
import type { ApiModel } from '../lib/model/model.ts'
import { typeName } from '../lib/model/names.ts'
import { NO_FACTS, type TypeFacts } from './facts.ts'
import { typeLabel } from './names.ts'
import { factsOf } from './schema.ts'

/** What pages know about the types of the API. */
export class ApiTypes {
  readonly #types: ReadonlyMap<string, TypeFacts>
  readonly #entries: ReadonlyMap<string, string | null>

  constructor ({ types, routes }: ApiModel) {
    this.#types = new Map(types.map(({ name, data }) => {
      const facts = data === null ? NO_FACTS : factsOf(data.schema, data.shared)
      return [name, { label: facts.title ?? typeLabel(name), facts }]
    }))
    this.#entries = new Map(routes.filter(({ methods }) => methods.includes('GET')).map(({ url, output }) =>
      [url, output?.types.length === 1 ? output.types[0]! : null]))
  }

  /** Returns the type with the name that the app gives it, or null. */
  named (name: string): TypeFacts | null {
    return this.#types.get(name) ?? this.#types.get(typeName(name)) ?? null
  }

  /** Returns the type that a GET route responds with, or null. @param url the pattern of the route */
  ofRoute (url: string): TypeFacts | null {
    const name = this.#entries.get(url) ?? null
    return name === null ? null : this.named(name)
  }
}
