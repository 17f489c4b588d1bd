import type { FastifyReply, FastifyRequest } from 'fastify'
import { CallbackContext, Resolution } from '../context/resolution.ts'
import type { WireFormat } from '../formats/format.ts'
import type { Match } from './elements.ts'
import type { Exchange, RoutePlan } from './plan.ts'
import { NextLevel, type Root } from './resources.ts'

/** One response: what the handler sent, what its links are resolved with, and what the steps have made of it so far. */
export class LinkedResponse extends Resolution implements Exchange {
  readonly plan: RoutePlan
  declare readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly value: unknown
  format: WireFormat
  /** The tag of the resource, until it is set; null for none. */
  tag: string | null
  /** What of the value gets links; null if nothing does. */
  matched: Match | null
  /** The resources that are serialized and not evaluated yet. */
  readonly next: NextLevel
  /** The resources that get links; null if nothing does. */
  root: Root | null
  /** What is sent, once the value is serialized. */
  body: unknown
  /** Whether the response is in the format, and has its media type. */
  isLabelled: boolean

  constructor (plan: RoutePlan, reply: FastifyReply, value: unknown) {
    super(plan.environment, new CallbackContext(reply))
    this.plan = plan
    this.reply = reply
    this.value = value
    this.format = plan.formats.fallback
    this.tag = null
    this.matched = null
    this.next = new NextLevel(this)
    this.root = null
    this.body = undefined
    this.isLabelled = false
  }
}
