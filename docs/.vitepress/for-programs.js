import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Writes what programs read: `llms.txt`, and each page as Markdown beside its HTML. */
export function writeForPrograms ({ pages, srcDir, outDir, site }) {
  for (const page of pages) {
    mkdirSync(dirname(join(outDir, page)), { recursive: true })
    copyFileSync(join(srcDir, page), join(outDir, page))
  }
  writeFileSync(join(outDir, 'llms.txt'), contents(site, srcDir))
}

/** The contents of the site as https://llmstxt.org has them: each page with its first sentence. */
export function contents ({ base, title, description, themeConfig }, srcDir) {
  const groups = themeConfig.sidebar['/'].map(({ text, items }) => {
    const lines = items.map(({ text, link }) => {
      const sentence = firstSentence(`${link.slice(1)}.md`, srcDir)
      return `- [${text}](${base}${link.slice(1)}.md)${sentence === '' ? '' : `: ${sentence}`}`
    })
    return `## ${text}\n\n${lines.join('\n')}\n`
  })
  return [`# ${title}\n`, `> ${description}\n`, ...groups].join('\n')
}

/** The first sentence of a page, without links and marks of code; '' if the page begins with something else. */
export function firstSentence (path, srcDir) {
  const [, paragraph = ''] = /^# .+\n\n([\w`@][^]+?)\n\n/.exec(readFileSync(join(srcDir, path), 'utf8')) ?? []
  const text = paragraph.replaceAll('\n', ' ').replace(/\[([^\]]+)\]\([^)]+\)/g, '$1').replaceAll('`', '')
  const [sentence = ''] = /^.+?[.:](?=\s|$)/.exec(text) ?? []
  return sentence.replace(/:$/, '.')
}
