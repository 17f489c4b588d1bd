import Fastify, { type FastifyInstance } from 'fastify'
import hyper, { defineLinks, LinkTarget } from '../../lib/index.ts'
import { FORM, readHtmlForms } from './html-forms.ts'

// An API whose forms have a field of every kind, and every constraint.

const text = (title: string, more: object = {}) => ({ type: 'string', title, ...more })

const bookingInput = {
  type: 'object',
  required: ['version', 'name', 'code', 'email', 'day', 'people', 'agreed', 'room', 'extras', 'address'],
  properties: {
    number: text('Number', { readOnly: true }),
    version: { const: 'v1' },
    name: text('Name', { minLength: 2, maxLength: 20, examples: ['Ada Lovelace'] }),
    code: text('Code', { pattern: '^[A-Z]{2}-[0-9]+$' }),
    motto: text('Motto', { pattern: 'please' }),
    notes: text('Notes', { minLength: 5, maxLength: 300 }),
    topic: text('Topic', { maxLength: 10 }),
    phone: text('Phone', { pattern: '^[+]?[0-9 ]{3,15}$' }),
    site: text('Site', { format: 'uri' }),
    email: text('Email', { format: 'email' }),
    secret: text('Secret', { format: 'password', minLength: 8 }),
    day: text('Day', { format: 'date' }),
    month: text('Month', { pattern: '^[0-9]{4}-[0-9]{2}$' }),
    week: text('Week', { pattern: '^[0-9]{4}-W[0-9]{2}$' }),
    opens: text('Opens', { pattern: '^[0-9]{2}:[0-9]{2}$' }),
    starts: text('Starts', { pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}$' }),
    colour: text('Colour', { pattern: '^#[0-9a-f]{6}$' }),
    id: text('Id', { format: 'uuid' }),
    moment: text('Moment', { format: 'date-time' }),
    page: text('Page', { format: 'uri-reference' }),
    people: { type: 'integer', title: 'People', minimum: 1, maximum: 8, default: 2 },
    tens: { type: 'integer', title: 'Tens', exclusiveMinimum: 0, exclusiveMaximum: 100, multipleOf: 10 },
    price: { type: 'number', title: 'Price', minimum: 0, multipleOf: 0.25 },
    weight: { type: 'number', title: 'Weight', minimum: 0.5, maximum: 2 },
    volume: { type: 'integer', title: 'Volume', minimum: 0, maximum: 10, default: 5 },
    agreed: { type: 'boolean', title: 'Agreed' },
    room: { type: 'string', title: 'Room', enum: ['Single', 'Double "A & B"'] },
    floor: {
      type: 'integer', title: 'Floor', oneOf: [{ const: 0, title: 'Ground floor' }, { const: 1, title: 'First floor' }]
    },
    extras: {
      type: 'array',
      title: 'Extras',
      items: { type: 'string', enum: ['Breakfast', 'Parking', 'Sauna'] },
      minItems: 1,
      maxItems: 2
    },
    days: { type: 'array', title: 'Days', items: { type: 'integer', enum: [1, 2, 3] }, minItems: 2 },
    speed: text('Speed'),
    nickname: { type: ['string', 'null'], title: 'Nickname', maxLength: 5 },
    address: {
      type: 'object',
      required: ['street'],
      properties: { street: text('Street', { minLength: 1 }), zip: text('Zip', { pattern: '^[0-9]{5}$' }) }
    },
    old: text('Old', { deprecated: true })
  }
}

const search = {
  type: 'object',
  properties: {
    room: bookingInput.properties.room, people: { type: 'integer', title: 'People', minimum: 1, maximum: 8 }
  }
}

/** What the form that replaces the first booking begins with. */
export const first = {
  number: 'B-1',
  name: 'Grace',
  code: 'GH-1',
  email: 'grace@example.org',
  day: '2025-12-31',
  people: 4,
  agreed: true,
  room: 'Double "A & B"',
  floor: 0,
  extras: ['Parking', 'Sauna'],
  speed: 'fast',
  address: { street: 'Elm & Oak "7"' }
}

const links = defineLinks<object>(links => {
  links.affordance('create', LinkTarget.route('CreateBooking')).title('Book a room').fields({
    topic: { type: 'search' },
    phone: { type: 'tel' },
    month: { type: 'month' },
    week: { type: 'week' },
    opens: { type: 'time' },
    starts: { type: 'datetime-local' },
    colour: { type: 'color' },
    volume: { type: 'range' },
    speed: { options: { route: 'ListSpeeds', promptField: 'label', valueField: 'code' } }
  })
  links.affordance('replace', LinkTarget.route('ReplaceBooking')).title('Change the booking').prefill(() => first)
    .fields({ speed: { options: { route: 'ListSpeeds', promptField: 'label', valueField: 'code' } } })
  links.affordance('find', LinkTarget.route('FindBookings')).title('Find bookings')
})

/** The app; what was booked can be read again, as the handler was given it. */
export async function buildBookings (): Promise<FastifyInstance> {
  const app = Fastify()
  const booked: unknown[] = [first]
  readHtmlForms(app)
  await app.register(hyper)
  app.get('/', { config: { hyper: { links } } }, () => ({ name: 'Bookings' }))
  app.get(
    '/speeds', { config: { hyper: { name: 'ListSpeeds' } } },
    () => [{ code: 'slow', label: 'By ship' }, { code: 'fast', label: 'By air' }]
  )
  app.get('/bookings', {
    schema: { querystring: search }, config: { hyper: { name: 'FindBookings', formInput: true } }
  }, request => ({ query: request.query }))
  app.get<{ Params: { index: number } }>('/bookings/:index', request => booked[request.params.index])
  // The media type makes it a form that a browser can send by itself.
  app.post('/bookings', {
    schema: { body: { content: { [FORM]: { schema: bookingInput } } } },
    config: { hyper: { name: 'CreateBooking', formInput: true } }
  }, (request, reply) => {
    booked.push(request.body)
    return reply.code(201).header('location', `/bookings/${booked.length - 1}`).send({ created: true })
  })
  app.put('/bookings/0', {
    schema: { body: bookingInput }, config: { hyper: { name: 'ReplaceBooking', formInput: true } }
  }, (request, reply) => {
    booked[0] = request.body
    return reply.header('location', '/bookings/0').send({ replaced: true })
  })
  return app
}
