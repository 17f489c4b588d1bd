import { join, normalize } from 'node:path/posix'
import { repository } from './repository.js'

/**
 * A markdown-it plugin: links to files outside docs/ lead to the repository.
 * Without one they are written without a link.
 */
export function linksOutside (md) {
  md.core.ruler.push('links-outside', ({ tokens, env }) => {
    for (const { children } of tokens) {
      if (children !== null) {
        children.forEach((token, index) => adapt(token, closing(children, index), env.relativePath ?? ''))
      }
    }
  })
}

function adapt (token, end, page) {
  const href = token.type === 'link_open' ? token.attrGet('href') : null
  if (href === null || end === undefined || /^(?:\w+:|#|\/)/.test(href)) return
  const path = normalize(join('docs', page, '..', href))
  if (path.startsWith('docs/')) return
  if (repository !== null) return token.attrSet('href', `${repository}/tree/main/${path}`)
  for (const part of [token, end]) Object.assign(part, { type: 'text', tag: '', content: '', attrs: null, nesting: 0 })
}

function closing (tokens, from) {
  return tokens.slice(from).find(({ type }) => type === 'link_close')
}
