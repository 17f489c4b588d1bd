/**
 * A client for browsers and Node.js that starts at one URL and follows links.
 * @module fastify-hyper/client
 */
export { createClient } from './client.ts'
export { HypermediaError, InvalidInput, NotAllowed, NotOffered } from './errors.ts'

export type {
  ActArguments, ActOptions, ActionTo, ApiType, Client, ClientOptions, ClientProblem, ConditionalActOptions, DeprecatedLink, EmbeddedOf,
  FieldChoices, Form, FormField, InputFault, ItemOf, Link, LinkTo, ListOrPage, NoInput, OutputOf, RequestHeaders, Resource, ResourceType,
  TargetOf, TemplateVariables, Untyped, UntypedApi, VariableArguments, VariableValue
} from '../types/client.ts'
