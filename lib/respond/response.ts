import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ChosenLanguages } from '../context/languages.ts'
import { NOTHING, type Resolution } from '../context/resolution.ts'
import type { WireFormat } from '../formats/format.ts'
import type { Match } from './elements.ts'
import type { Exchange, RoutePlan } from './plan.ts'
import { NextLevel, type Root } from './resources.ts'

/** One response: what the handler sent, and what the steps have made of it so far. */
export class LinkedResponse implements Exchange {
  readonly plan: RoutePlan
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly value: unknown
  format: WireFormat
  /** The tag of the resource, until it is set; null for none. */
  tag: string | null
  /** What of the value gets links; null if nothing does. */
  matched: Match | null
  /** The relations that are embedded on demand, in lower case. */
  demanded: ReadonlySet<string>
  /** The languages of the response, once they are known. */
  languages: ChosenLanguages | undefined
  /** The resources that are serialized and not evaluated yet. */
  readonly next: NextLevel
  /** The resources that get links; null if nothing does. */
  root: Root | null
  /** What is sent, once the value is serialized. */
  body: unknown
  /** Whether the response is in the format, and has its media type. */
  isLabelled: boolean
  /** What links are resolved with, once the value is serialized. */
  declare resolution: Resolution

  constructor (plan: RoutePlan, request: FastifyRequest, reply: FastifyReply, value: unknown) {
    this.plan = plan
    this.request = request
    this.reply = reply
    this.value = value
    this.format = plan.formats.fallback
    this.tag = null
    this.matched = null
    this.demanded = NOTHING
    this.languages = undefined
    this.next = new NextLevel(this)
    this.root = null
    this.body = undefined
    this.isLabelled = false
  }
}
