// @ts-check
import { createClient, HypermediaError } from 'fastify-hyper/client'

/** @import { Client, Resource } from 'fastify-hyper/client' */
/** @import { Api, Order } from './api.ts' */

const form = /** @type {HTMLFormElement} */ (document.querySelector('#search'))
const message = /** @type {HTMLElement} */ (document.querySelector('#message'))
const table = /** @type {HTMLElement} */ (document.querySelector('#orders'))

/** @param {string} name */
const field = name => String(new FormData(form).get(name))

/** @returns {Record<string, string>} */
const headers = () => field('token') === '' ? {} : { authorization: `Bearer ${field('token')}` }

/** @type {Client<Api>} */
const api = createClient(new URL('/', document.baseURI).href, { headers })

/** Shows what a promise rejects with. @param {() => Promise<void>} work */
async function attempt (work) {
  message.textContent = ''
  try {
    await work()
  } catch (error) {
    message.textContent = error instanceof HypermediaError ? error.problem.detail ?? error.message : String(error)
  }
}

async function list () {
  const page = await (await api.start()).follow('search', { q: field('q') })
  const rows = []
  for await (const order of page.items()) rows.push(rowOf(order))
  table.replaceChildren(...rows)
}

/** @param {Resource<Order>} order */
function rowOf (order) {
  const row = document.createElement('tr')
  const { id, item, quantity, status } = order.data
  for (const value of [id, item, quantity, status]) row.insertCell().textContent = String(value)
  const actions = row.insertCell()
  // A button is shown only while the API offers the action to this caller.
  if (order.can('cancel')) {
    const button = document.createElement('button')
    button.textContent = `Cancel ${id}`
    button.onclick = () => attempt(async () => {
      await order.act('cancel')
      await list()
    })
    actions.append(button)
  }
  return row
}

form.addEventListener('submit', event => {
  event.preventDefault()
  attempt(list)
})
attempt(list)
