import { defineLinks, LinkTarget } from 'fastify-hyper'
import { Routes } from './routes.ts'

interface Customer {
  id: number
}

interface Product {
  code: string
}

interface Order {
  id: number
  customerId: number | null
  assigned_customer_id?: number
  productCodes: string[]
}

interface Line {
  orderId: number
  number: number
  'product-code': string
}

interface OrderList {
  orders: Order[]
  meta: {
    total: number
  }
}

export const customerLinks = defineLinks<Customer>(links => {
  links.self(Routes.GetCustomer(customer => ({ id: customer.id })))
  links.link('collection', Routes.ListCustomers())
  links.link('orders', Routes.ListOrders({}, { query: customer => ({ customerId: customer.id }) }))
}, { name: 'Customer' })

export const productLinks = defineLinks<Product>(links => {
  links.self(Routes.GetProduct(product => ({ code: product.code })))
}, { name: 'Product' })

export const orderLinks = defineLinks<Order>(links => {
  const byId = (order: Order) => ({ id: order.id })
  const byOrderId = (order: Order) => ({ orderId: order.id })

  links.self(Routes.GetOrder(byId))
  links.link('collection', Routes.ListOrders())
  links.link('lines', Routes.ListLines(byOrderId))
  links.link('customer', Routes.GetCustomer(order => ({ id: order.customerId! })))
    .when(order => order.customerId !== null)
  links.link('assigned-customer', Routes.GetCustomer(order => ({ id: order.assigned_customer_id! })))
    .when(order => order.assigned_customer_id !== undefined)
  links.linkMany('products', order => order.productCodes.map(id => Routes.GetProduct({ code: id })))
  links.affordance('update', Routes.UpdateOrder(byId))
  links.affordance('delete', Routes.DeleteOrder(byId))
  links.affordance('cancel', Routes.CancelOrder(byOrderId))
  links.affordance('create-line', Routes.CreateLine(byOrderId))
}, { name: 'Order' })

export const lineLinks = defineLinks<Line>(links => {
  links.self(Routes.GetLine(line => ({ orderId: line.orderId, number: line.number })))
  links.link('collection', Routes.ListLines(line => ({ orderId: line.orderId })))
  links.link('order', Routes.GetOrder(line => ({ id: line.orderId })))
  links.link('product', Routes.GetProduct(line => ({ code: line['product-code'] })))
}, { name: 'Line' })

export const meLinks = defineLinks(links => {
  links.self(Routes.GetMe())
  links.affordance('replace', Routes.ReplaceMe())
}, { name: 'Me' })

export const orderListLinks = defineLinks<OrderList>(links => {
  links.link('search', LinkTarget.routeTemplate('ListOrders'))
  links.items('orders', orderLinks)
  links.page({ total: 'meta.total', query: { pageSize: 'limit' } })
  links.affordance('create', Routes.CreateOrder())
}, { name: 'OrderList' })

export const rootLinks = defineLinks(links => {
  links.self(Routes.Root())
  links.link('me', Routes.GetMe())
  links.link('customers', Routes.ListCustomers())
  links.link('orders', Routes.ListOrders())
  links.affordance('create-customer', Routes.CreateCustomer())
  links.affordance('login', Routes.Login())
}, { name: 'Root' })
