import type { ApiDeclaration, Kind } from './api.ts'
import { isIn, plainKind, step } from './tracker.ts'

// An API of 59 operations: what an office has, books, receives and pays.

const string = { type: 'string' }
const integer = { type: 'integer' }
const date = { type: 'string', format: 'date' }
const statuses = (...values: string[]) => ({ type: 'string', enum: values })
const day = (index: number) => new Date(Date.UTC(2026, 5, 1 + index * 7 % 90)).toISOString().slice(0, 10)
const NAMES = ['Ada Lovelace', 'Grace Hopper', 'Edsger Dijkstra']

/** A kind without new rows: they come from elsewhere. */
function stock (kind: Kind): Kind {
  const { create: _create, ...others } = kind
  return others
}

export const office: ApiDeclaration = {
  title: 'office',
  root: { name: 'Office', user: 'grace' },
  kinds: [
    {
      ...plainKind('expense', {
        status: statuses('waiting', 'approved', 'rejected'), employee: string, amount: { type: 'number' }, spentOn: date
      }, index => ({
        status: index % 3 === 0 ? 'waiting' : 'approved',
        employee: NAMES[index % NAMES.length],
        amount: 15 + index * 37 % 400,
        spentOn: day(index)
      }), 45),
      create: ['amount', 'spentOn'],
      edit: ['amount', 'spentOn'],
      editable: isIn('waiting'),
      actions: {
        approve: step('Approve the expense', ({ status, amount }) => status === 'waiting' && Number(amount) < 350,
          'approved'),
        reject: step('Reject the expense', isIn('waiting'), 'rejected', {
          required: ['reason'], properties: { reason: { type: 'string', minLength: 1, maxLength: 200 } }
        })
      }
    },
    {
      ...plainKind('booking', {
        status: statuses('booked', 'cancelled'), room: integer, startsOn: date, guests: integer
      }, index => ({
        status: index % 6 === 0 ? 'cancelled' : 'booked',
        room: 1 + index % 8,
        startsOn: day(index),
        guests: 2 + index % 9
      }), 40),
      create: ['room', 'startsOn', 'guests'],
      edit: ['startsOn', 'guests'],
      editable: isIn('booked'),
      actions: { cancel: step('Cancel the booking', isIn('booked'), 'cancelled') }
    },
    {
      ...stock(plainKind('parcel', {
        status: statuses('here', 'collected', 'returned'), receiver: string, arrivedOn: date
      }, index => ({
        status: index % 4 === 0 ? 'collected' : 'here', receiver: NAMES[index % NAMES.length], arrivedOn: day(index)
      }), 30)),
      edit: ['receiver'],
      actions: {
        collect: step('Hand the parcel over', isIn('here'), 'collected'),
        return: step('Return the parcel', ({ status, id }) => status === 'here' && id > 20, 'returned')
      }
    },
    {
      ...stock(plainKind('visitor', { status: statuses('expected', 'here', 'gone'), name: string, host: string },
        index => ({ status: 'expected', name: `Visitor ${index + 1}`, host: NAMES[index % NAMES.length] }))),
      actions: {
        receive: step('Receive the visitor', isIn('expected'), 'here'),
        leave: step('Note that the visitor has left', isIn('here'), 'gone')
      }
    },
    {
      ...stock(plainKind('badge', { status: statuses('free', 'lent', 'lost'), floor: integer },
        index => ({ status: index % 2 === 0 ? 'free' : 'lent', floor: 1 + index % 4 }))),
      actions: {
        lend: step('Lend the badge', isIn('free'), 'lent'),
        report: step('Report the loss of the badge', isIn('lent'), 'lost')
      }
    },
    {
      ...stock(plainKind('invoice', {
        status: statuses('open', 'paid'), supplier: integer, amount: integer, dueOn: date
      }, index => ({ status: 'open', supplier: 1 + index % 5, amount: 100 + index * 13, dueOn: day(index) }))),
      actions: { pay: step('Pay the invoice', isIn('open'), 'paid') }
    },
    {
      ...stock(plainKind('desk', { status: statuses('free', 'taken'), floor: integer, employee: string },
        index => ({ status: 'free', floor: 1 + index % 4, employee: '' }))),
      actions: { take: step('Take the desk', isIn('free'), 'taken') }
    },
    plainKind('room', { name: string, floor: integer, seats: integer },
      index => ({ name: `Room ${index + 1}`, floor: 1 + index % 4, seats: 4 + index })),
    plainKind('employee', { name: string, team: string, email: string },
      index => ({ name: NAMES[index % NAMES.length], team: 'compilers', email: 'office@example.com' })),
    plainKind('supplier', { name: string, city: string }, index => ({ name: `Supplier ${index + 1}`, city: 'London' })),
    plainKind('device', { kind: statuses('printer', 'screen'), room: integer },
      index => ({ kind: 'screen', room: 1 + index % 8 })),
    plainKind('contract', { supplier: integer, startsOn: date, endsOn: date },
      index => ({ supplier: 1 + index % 5, startsOn: day(index), endsOn: day(index + 3) })),
    plainKind('holiday', { employee: integer, startsOn: date, days: integer },
      index => ({ employee: 1 + index % 5, startsOn: day(index), days: 5 }))
  ]
}
