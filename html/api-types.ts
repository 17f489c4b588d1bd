// The types of the API, as its model has them.
import type { ApiModel } from '../lib/model/model.ts'
import { onlyType, typeName } from '../lib/model/names.ts'
import { NO_FACTS, type TypeFacts } from './facts.ts'
import { typeLabel } from './names.ts'
import { factsOf } from './schema.ts'

/** What pages know about the types of the API. */
export class ApiTypes {
  readonly #types: ReadonlyMap<string, TypeFacts>
  readonly #entries: ReadonlyMap<string, string | null>
  /** The names of all types, and of configurations whose routes have no schema. */
  readonly names: readonly string[]

  constructor ({ types, configs, routes }: ApiModel) {
    this.#types = new Map(types.map(({ name, data }) => {
      const facts = data === null ? NO_FACTS : factsOf(data.schema, data.shared)
      return [name, { name, label: facts.title ?? typeLabel(name), facts }]
    }))
    this.names = [...new Set([...this.#types.keys(), ...configs.map(({ subject }) => typeName(subject))])]
    this.#entries = new Map(routes.filter(({ methods }) => methods.includes('GET')).map(({ url, output }) =>
      [url, onlyType(output)]))
  }

  /** Returns the type with the name that the app gives it, or null. */
  named (name: string): TypeFacts | null {
    return this.#types.get(name) ?? this.#types.get(typeName(name)) ?? null
  }

  /** Returns the type of a resource with the name that the app gives it, also if the API has no schema of it. */
  written (name: string): TypeFacts {
    return this.named(name) ?? { name: typeName(name), label: typeLabel(name), facts: NO_FACTS }
  }

  /** Returns the type that a GET route responds with, or null. @param url the pattern of the route */
  ofRoute (url: string): TypeFacts | null {
    const name = this.#entries.get(url) ?? null
    return name === null ? null : this.named(name)
  }
}
