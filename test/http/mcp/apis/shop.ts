import type { ApiDeclaration, Row } from './api.ts'

// A small API: orders, products and customers.

const string = { type: 'string' }
const PEOPLE = ['ada', 'grace', 'edsger', 'barbara']
const STATUSES = ['pending', 'paid', 'shipped', 'cancelled']
const ADDRESS = {
  type: 'object',
  required: ['street', 'city', 'country'],
  properties: { street: string, city: string, country: { type: 'string', minLength: 2, maxLength: 2 } }
}
const LINES = {
  type: 'array',
  items: {
    type: 'object',
    required: ['sku', 'name', 'quantity', 'unitPrice'],
    properties: {
      sku: string, name: string, quantity: { type: 'integer', minimum: 1 }, unitPrice: { type: 'number' }
    }
  }
}
const isPending = ({ status, isPacked }: Row) => status === 'pending' && isPacked === false

function order (index: number): Row {
  return {
    id: index + 1,
    customer: PEOPLE[index % PEOPLE.length],
    status: STATUSES[(index + 3) % 5 % STATUSES.length],
    isPacked: index % 3 === 0,
    placedAt: new Date(Date.UTC(2026, 8, 1, index)).toISOString(),
    currency: 'EUR',
    total: 20 + index * 3.5,
    address: { street: `${12 + index} St James Square`, city: 'London', country: 'GB' },
    lines: Array.from({ length: 1 + index % 3 }, (_, line) => ({
      sku: `TEA-${100 + index + line}`, name: 'Darjeeling, first flush, 250 g', quantity: 1 + line, unitPrice: 10.5
    }))
  }
}

export const shop: ApiDeclaration = {
  title: 'shop',
  root: { name: 'Shop', user: 'ada' },
  kinds: [
    {
      name: 'order',
      plural: 'orders',
      members: {
        customer: string,
        status: { type: 'string', enum: STATUSES },
        isPacked: { type: 'boolean' },
        placedAt: { type: 'string', format: 'date-time' },
        currency: string,
        note: { type: 'string', maxLength: 200 },
        total: { type: 'number' },
        address: ADDRESS,
        lines: LINES
      },
      search: ['customer', 'status'],
      create: ['customer', 'note'],
      edit: ['address'],
      editable: isPending,
      actions: {
        cancel: {
          title: 'Cancel the order',
          input: { required: [], properties: { reason: { type: 'string', maxLength: 200 } } },
          when: isPending,
          apply: row => { row['status'] = 'cancelled' }
        },
        pay: {
          title: 'Pay the order',
          when: ({ status }) => status === 'pending',
          apply: row => { row['status'] = 'paid' }
        }
      },
      rows: () => Array.from({ length: 57 }, (_, index) => order(index))
    },
    {
      name: 'product',
      plural: 'products',
      members: { sku: string, name: string, stock: { type: 'integer' }, isSold: { type: 'boolean' } },
      search: ['sku', 'isSold'],
      create: ['sku', 'name', 'stock'],
      edit: ['name', 'stock'],
      actions: {
        retire: {
          title: 'Sell the product no longer',
          when: ({ isSold }) => isSold === true,
          apply: row => { row['isSold'] = false }
        }
      },
      rows: () => Array.from({ length: 30 }, (_, index) => ({
        id: index + 1, sku: `TEA-${100 + index}`, name: 'Darjeeling', stock: index * 7 % 20, isSold: true
      }))
    }
  ]
}
