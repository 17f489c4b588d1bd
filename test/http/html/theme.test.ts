import type { FastifyInstance } from 'fastify'
import type { HtmlOptions } from 'fastify-hyper/html'
import t, { type Test } from 'tap'
import { pageAt, pagesApp } from './pages.ts'

// The look of pages by options.

async function build (t: Test, theme: HtmlOptions['theme']): Promise<FastifyInstance> {
  const app = await pagesApp(t, { html: theme === undefined ? {} : { theme } })
  app.get('/', { config: { hyper: { links: true } } }, () => ({ id: 1 }))
  await app.ready()
  return app
}

t.test('a theme has a mode, colours, a logo, a font and a footer', async t => {
  const app = await build(t, {
    mode: 'light', accent: '#ffdd00', logo: '/logo.svg', font: 'Inter, sans-serif', footer: 'Made by <us>'
  })
  const page = await pageAt(app, '/', { 'x-forwarded-prefix': '/ignored' })
  t.match(page, /<img src="\/logo.svg" alt[^>]* height="28"/)
  t.match(page, '<footer class="footer">Made by &lt;us></footer>')
  t.match(page, 'name="color-scheme" content="light"')
  const style = await pageAt(app, '/_html/style.css')
  t.match(style, ':root{--sans:Inter, sans-serif}')
  const [, red, green, blue] = /:root\{--accent:rgb\((\d+) (\d+) (\d+)\)/.exec(style)!
  t.ok(Number(red) < 160 && Number(green) < 140 && blue === '0', 'yellow text on white is darker')
  t.match(style, /@media not all ?\{:root\{--accent:/)
  t.notMatch(await pageAt(await build(t, undefined), '/'), /<footer|<img/)
  t.not(
    /style\.css\?v=([^"]*)/.exec(page)![1], /style\.css\?v=([^"]*)/.exec(await pageAt(await build(t, 'light'), '/'))![1],
    'another style sheet has another URL'
  )
})

// WCAG 2.2, "contrast ratio".
function contrast (one: string, other: string): number {
  const [light, dark] = [one, other].map(luminance).toSorted((a, b) => b - a)
  return (light! + 0.05) / (dark! + 0.05)
}

function luminance (color: string): number {
  const parts = color.match(/\d+/g)!.map(part => Number(part) / 255)
    .map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
  return 0.2126 * parts[0]! + 0.7152 * parts[1]! + 0.0722 * parts[2]!
}

t.test('every accent can be read, in both modes', async t => {
  for (const accent of ['#000000', '#ffffff', '#808080', '#ff0000', '#00ff00', '#0000ff', '#07c', '#0f766e']) {
    const style = await pageAt(await build(t, { accent }), '/_html/style.css')
    const found = [...style.matchAll(/--accent:(rgb\([\d ]+\));--accent-ink:#\w+;--accent-tint:(rgb\([\d ]+\))/g)]
    t.equal(found.length, 2, accent)
    for (const [, color, tint] of found) t.ok(contrast(color!, tint!) >= 4.5, `${accent} on its tint`)
  }
})

t.test('a theme that is none', async t => {
  for (const theme of [
    'red', null, { mode: 'red' }, { accent: 'red' }, { accent: '#ffff' }, { accent: '#fff;}' },
    { logo: 'https://evil.example.com/x.svg' },
    { logo: '//evil.example.com/x.svg' }, { font: 'x}body{' }, { font: 'url(x)' }, { footer: 1 }
  ]) {
    await t.rejects(build(t, theme as never), { code: 'FST_ERR_HYPER_INVALID_OPTION' }, JSON.stringify(theme))
  }
  await t.rejects(build(t, { colour: 'red' } as never), { code: 'FST_ERR_HYPER_UNKNOWN_KEY' })
})

t.test('each colour is a variable, and paper is light', async t => {
  const style = await pageAt(await build(t, 'dark'), '/_html/style.css')
  t.match(style, /@media screen ?\{:root\{/, 'dark, but on paper')
  t.notMatch(style, 'prefers-color-scheme')
  const rules = style.replaceAll(/:root\{[^}]*\}/g, '')
  t.same(rules.match(/#[\da-f]{3,8}\b(?![^{}]*\{)|\brgba?\(|\bhsla?\(/gi) ?? [], [], 'each is a variable')
  const short = await pageAt(await build(t, { accent: '#07c' }), '/_html/style.css')
  t.equal(short, await pageAt(await build(t, { accent: '#0077cc' }), '/_html/style.css'))
})
