// Documents about the API that formatters write.
import type { FastifyInstance } from 'fastify'
import type { HypermediaFormatter } from '../../types/formats.ts'
import type { Environment } from '../context/environment.ts'
import { formatterPlace } from '../diagnostics/wording.ts'
import { fail, toError } from '../errors.ts'
import { checkedOutput } from '../formats/output.ts'
import { modelOf } from './extend.ts'

type Documented = HypermediaFormatter & Required<Pick<HypermediaFormatter, 'documentation'>>

/** Adds the routes of the documents that formatters write. They are no part of the API. */
export function serveDocumentation (app: FastifyInstance, environment: Environment): void {
  const formatters = environment.settings.formatters.filter(
    (formatter): formatter is Documented => formatter.documentation !== undefined
  )
  if (formatters.length === 0) return
  const api = async () => {
    const { describeApi } = await import('../model/description.ts')
    return describeApi(await modelOf(environment))
  }
  for (const formatter of formatters) {
    const { mediaType, documentation } = formatter
    const path = pathIn(app.prefix, documentation.path, mediaType)
    let document: Promise<string> | undefined
    const write = async () => {
      try {
        return checkedOutput(mediaType, 'documentation', documentation.write(await api()))
      } catch (error) {
        throw toError(formatterPlace(mediaType), error)
      }
    }
    app.get(path, {
      schema: { hide: true } as object, config: { hyper: { links: false, deprecation: false } }
    }, async (_request, reply) => reply.type(mediaType).send(await (document ??= write())))
  }
}

// Responses link to the whole path.
function pathIn (prefix: string, path: string, mediaType: string): string {
  if (path.startsWith(`${prefix}/`)) return path.slice(prefix.length)
  const remedy = `Give the whole path: '${prefix}${path}'.`
  return fail('FST_ERR_HYPER_INVALID_FORMATTER', formatterPlace(mediaType),
    `the path of its documentation is not in the prefix of the scope, ${prefix}`, remedy)
}
