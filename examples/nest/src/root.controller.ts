import { Controller, Get } from '@nestjs/common'
import { defineLinks, LinkTarget } from 'fastify-hyper'
import { HyperLinks } from 'fastify-hyper/nest'

class Root {
  readonly name = 'Orders'
}

export const rootLinks = defineLinks(Root, links => {
  links.self(LinkTarget.route('RootController.root'))
  links.link('orders', LinkTarget.route('OrdersController.findAll'))
  links.affordance('search', LinkTarget.route('OrdersController.findAll'))
  links.affordance('create', LinkTarget.route('OrdersController.create'))
})

@Controller()
export class RootController {
  @HyperLinks()
  @Get()
  root (): Root {
    return new Root()
  }

  @Get('health')
  health () {
    return { status: 'up' }
  }
}
