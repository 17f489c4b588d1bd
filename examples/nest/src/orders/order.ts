import { ApiProperty } from '@nestjs/swagger'
import { Exclude } from 'class-transformer'

export type Status = 'pending' | 'paid' | 'shipped' | 'cancelled'

/** The state machine: which action changes which states into which. Links, guards and handlers follow it. */
const STEPS = {
  pay: { from: ['pending'], to: 'paid' },
  ship: { from: ['paid'], to: 'shipped' },
  cancel: { from: ['pending', 'paid'], to: 'cancelled' }
} as const satisfies Record<string, { from: readonly Status[], to: Status }>

export type Step = keyof typeof STEPS

export class Order {
  @ApiProperty() id: number
  @ApiProperty() item: string
  @ApiProperty() quantity: number
  @ApiProperty({ enum: ['pending', 'paid', 'shipped', 'cancelled'] }) status: Status = 'pending'
  @ApiProperty() version = 1
  @ApiProperty({ required: false }) reason?: string

  /** Never sent, but policies and conditions of links read it. */
  @Exclude() readonly customer: string

  constructor (id: number, item: string, quantity: number, customer: string) {
    this.id = id
    this.item = item
    this.quantity = quantity
    this.customer = customer
  }

  can (step: Step): boolean {
    return (STEPS[step].from as readonly Status[]).includes(this.status)
  }

  take (step: Step): this {
    this.status = STEPS[step].to
    this.version++
    return this
  }
}
