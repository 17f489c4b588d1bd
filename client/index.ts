export { createClient } from './client.ts'
export { HypermediaError, InvalidInput, NotAllowed, NotOffered } from './errors.ts'

export type {
  ActArguments, ActOptions, ActionOf, ActionTo, ApiType, Client, ClientOptions, ClientProblem, DeprecatedLink, EmbeddedOf, FieldChoices, Form,
  FormField, InputFault, ItemOf, Link, LinkTo, NoInput, OutputOf, RelationOf, RequestHeaders, Resource, ResourceType, TargetOf, TemplateVariables,
  Untyped, UntypedApi, VariableArguments, VariableValue
} from '../types/client.ts'
