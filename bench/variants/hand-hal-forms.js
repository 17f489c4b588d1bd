import { linkedOrderSchema } from '../orders.js'
import { linked, linksSchema, serveByHand } from './by-hand.js'

const template = { type: 'object', properties: { method: { type: 'string' }, target: { type: 'string' } } }

/** HAL-FORMS by hand, with a full response schema. */
export default store => serveByHand(store, {
  mediaType: 'application/prs.hal-forms+json; charset=utf-8',
  schema: linkedOrderSchema(store, {
    _links: linksSchema, _templates: { type: 'object', properties: { cancel: template } }
  }),
  represent (order, base) {
    const { _actions, ...resource } = linked(order, base)
    return _actions === undefined
      ? resource
      : { ...resource, _templates: { cancel: { method: 'POST', target: _actions.cancel.href } } }
  }
})
