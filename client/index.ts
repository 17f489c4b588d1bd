/**
 * A client for browsers and Node.js that starts at one URL and follows links.
 * @module fastify-hyper/client
 */
export { createClient } from './client.ts'
export { HypermediaError, InvalidInput, NotAllowed, NotOffered } from './errors.ts'

export type {
  ActArguments, ActOptions, ConditionalActOptions, EmbeddedOf, FollowArguments, ItemOf, OnDemandOf, ReadArguments,
  ReadOptions, TargetOf, VariableArguments
} from '../types/client-arguments.ts'
export type { FieldChoices, Form, FormField, Link } from '../types/client-document.ts'
export type { ListOrPage, OutputOf, Resource } from '../types/client-resource.ts'
export type {
  ActionTo, ApiType, LinkTo, NoInput, ResourceType, TemplateVariables, Untyped, UntypedApi, VariableValue
} from '../types/client-types.ts'
export type {
  Client, ClientOptions, ClientProblem, DeprecatedLink, InputFault, RequestHeaders
} from '../types/client.ts'
