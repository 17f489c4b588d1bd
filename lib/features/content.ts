import { parseContent } from '../../hypermedia/content.ts'
import type { Environment } from '../context/environment.ts'

/**
 * Parses content: what a document is made of, or the body of a response to a request for content.
 * @param problem the problem document of the plugin that the body is, or was made of; null for none
 */
export function parsedContent (
  { extensions: { contentMember } }: Environment, body: string, problem: string | null = null
): unknown {
  return parseContent(body, contentMember, problem)
}
