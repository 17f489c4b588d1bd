import type { FastifyInstance } from 'fastify'
import type { FieldOption, ProjectedField } from '../../types/forms.ts'

// A web page from a HAL-FORMS template, by HAL-FORMS and HTML: nothing here knows of schemas, or of the plugin.

/** A template of HAL-FORMS. */
export interface Template {
  readonly method: string
  readonly target: string
  readonly contentType?: string
  readonly title?: string
  readonly properties?: readonly ProjectedField[]
}

export const HAL_FORMS = 'application/prs.hal-forms+json'

/** The templates of a server's entry point, by name; choices behind a link are fetched. */
export async function readTemplates (origin: string): Promise<Record<string, Template>> {
  const { _templates: templates } = await readJson(`${origin}/`) as { _templates: Record<string, Template> }
  const named = Object.entries(templates).map(async ([name, template]) =>
    [name, { ...template, properties: await Promise.all((template.properties ?? []).map(withChoices)) }] as const)
  return Object.fromEntries(await Promise.all(named))
}

async function withChoices (property: ProjectedField): Promise<ProjectedField> {
  const { link, promptField = 'prompt', valueField = 'value', ...options } = property.options ?? {}
  if (link === undefined) return property
  const listed = await readJson(link.href) as Record<string, string>[]
  return {
    ...property,
    options: {
      ...options, inline: listed.map(choice => ({ prompt: choice[promptField]!, value: choice[valueField]! }))
    }
  }
}

async function readJson (url: string): Promise<unknown> {
  return (await fetch(url, { headers: { accept: `${HAL_FORMS}, application/json;q=0.5` } })).json()
}

/** Serves a page for each template of the entry point, at `/form/` and its name. */
export function serveFormPages (app: FastifyInstance): void {
  app.get<{ Params: { name: string } }>('/form/:name', async (request, reply) => {
    const templates = await readTemplates(`http://${request.host}`)
    return reply.type('text/html; charset=utf-8').send(formPage(templates[request.params.name]!))
  })
  // Browsers request it on any page, the response to a form too, and would log that it is not there.
  app.get('/favicon.ico', (_, reply) => reply.code(204).send())
}

/** A page with one form. The browser sends it by itself where HTML can express the request; otherwise a script does. */
export function formPage ({ method, target, contentType, title = method, properties = [] }: Template): string {
  const isNative = method === 'GET' || (method === 'POST' && contentType === 'application/x-www-form-urlencoded')
  return `<!DOCTYPE html><html lang="en"><title>${escaped(title)}</title>
${tag('form', { action: target, method: isNative ? method : 'POST', 'data-method': method })}
${properties.map(labelled).join('\n')}
<button>${escaped(title)}</button> <output></output>
</form>
<script>${COUNT_CHECKED}${isNative ? '' : SEND_JSON}</script></html>`
}

function labelled (property: ProjectedField): string {
  const { name, prompt = name, type, options } = property
  if (type === 'hidden') return tag('input', attributesOf(property))
  if (options !== undefined && options.maxItems !== 1) return checkboxes(property)
  return `<label>${escaped(prompt)} ${control(property)}</label>`
}

function control (property: ProjectedField): string {
  const attributes = attributesOf(property)
  if (property.options !== undefined) return select(property)
  if (property.type !== 'textarea') return tag('input', attributes)
  const { value, type, pattern, ...others } = attributes
  // A line feed at the start belongs to the tag.
  return `${tag('textarea', others)}\n${escaped(value ?? '')}</textarea>`
}

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

function attributesOf ({
  name, type = 'text', value, required, readOnly, regex, min, max, minLength, maxLength, placeholder, rows, cols, step
}: ProjectedField): Attributes {
  const isNumber = type === 'number' || type === 'range'
  return {
    name,
    type,
    value,
    required,
    placeholder,
    min,
    max,
    rows,
    cols,
    readonly: readOnly,
    pattern: regex,
    minlength: minLength,
    maxlength: maxLength,
    step: isNumber ? step ?? 'any' : step
  }
}

// The empty choice is "none" where that may be, and where it may not be it makes people choose.
function select ({ name, required, value, options }: ProjectedField): string {
  const [selected = value] = options!.selectedValues ?? []
  const choice = (option: FieldOption) =>
    `${tag('option', { value: option.value, selected: option.value === selected })}${escaped(option.prompt)}</option>`
  const choices = [{ prompt: '', value: '' }, ...options!.inline!].map(choice).join('')
  return `${tag('select', { name, required })}${choices}</select>`
}

function checkboxes ({ name, prompt = name, required = false, options }: ProjectedField): string {
  const { inline, selectedValues = [], minItems = 0, maxItems } = options!
  const box = (option: FieldOption) =>
    `<label>${tag('input', {
      type: 'checkbox', name, value: option.value, checked: selectedValues.includes(option.value)
    })} ${escaped(option.prompt)}</label>`
  const limits = { 'data-required': required, 'data-min': Math.max(minItems, required ? 1 : 0), 'data-max': maxItems }
  return `${tag('fieldset', limits)}<legend>${escaped(prompt)}</legend>${inline!.map(box).join('')}</fieldset>`
}

function tag (name: string, attributes: Attributes): string {
  const written = Object.entries(attributes).filter(([, value]) => value !== undefined && value !== false)
  const texts = written.map(([key, value]) => value === true ? ` ${key}` : ` ${key}="${escaped(value)}"`)
  return `<${name}${texts.join('')}>`
}

function escaped (text: unknown): string {
  return String(text).replaceAll(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`)
}

// HTML counts no checkboxes. Nobody who need not choose is made to choose the least number.
const COUNT_CHECKED = `
const form = document.forms[0]
for (const group of document.querySelectorAll('fieldset')) {
  const { required, min, max = Infinity } = group.dataset
  const count = () => {
    const checked = group.querySelectorAll(':checked').length
    const isRight = checked <= max && (checked >= min || (checked === 0 && required === undefined))
    group.querySelector('input').setCustomValidity(isRight ? '' : 'Choose ' + min + ' to ' + max)
  }
  form.addEventListener('change', count)
  form.addEventListener('reset', () => setTimeout(count))
  count()
}
`

// What was left empty is not sent; several values are a list; all else is text.
const SEND_JSON = `
form.addEventListener('submit', async event => {
  event.preventDefault()
  const data = new FormData(form)
  const isList = name => document.querySelector('[type=checkbox][name="' + CSS.escape(name) + '"]') !== null
  const filled = [...new Set(data.keys())].filter(name => data.get(name) !== '')
  const valueOf = name => isList(name) ? data.getAll(name) : data.get(name)
  const body = JSON.stringify(Object.fromEntries(filled.map(name => [name, valueOf(name)])))
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(form.action, { method: form.dataset.method, headers, body })
  form.querySelector('output').textContent = response.status + ' ' + response.headers.get('location')
})
`
