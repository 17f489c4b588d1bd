/**
 * The plugin, and what declares links, routes, pages and problems.
 * @module fastify-hyper
 */
import '../types/fastify.ts'

export { hyperPlugin, hyperPlugin as default } from './plugin.ts'
export { LinkTarget } from './declare/target.ts'
export { LinkConfig, defineLinks, linksIn } from './declare/links.ts'
export { routeOptions } from './declare/routes.ts'
export { defineResource, defineRoutes } from './declare/routes.ts'
export { CursorPage, OffsetPage } from './declare/page-types.ts'
export { cursorPage, offsetPage } from './declare/pages.ts'
export { cursorQuery, pageQuery } from './declare/page-query.ts'
export { cursorPageSchema, pageSchema, problemSchema } from './declare/response-schemas.ts'
export { createHyperTransform, hyperTransform } from './openapi/transform.ts'
export { hyperOptionsHandler } from './features/options-method.ts'
export { joinElements as jsonArray, splitElements as jsonElements } from './json/array.ts'
export { templateQuery } from './http/uri-template.ts'
export { jsonMembers, jsonObject, jsonScalars } from './json/object.ts'
export { resourceOf } from './guards/resource.ts'
export { evaluatePreconditions } from './guards/preconditions.ts'
export { problem } from './problems/problem.ts'
export { validationProblem } from './problems/validation.ts'
export { errorCodes, LinkResolutionError } from './errors.ts'
export { noticeCodes } from './faults.ts'

export type {
  ApiDescription, DescribedAction, DescribedProperty, DescribedRelation, DescribedType, HypermediaFormat,
  HypermediaFormatter, MediaTypeDescription, ProjectedAction, ProjectedKind, ProjectedLink, ProjectedPage,
  ProjectedResource, ReadDocument, RepresentationWriter
} from '../types/formats.ts'
export type { FieldOption, FieldOptions, FieldType, ProjectedField, TextByLanguage } from '../types/forms.ts'
export type { Awaitable, BatchCallback, LinkCallback, LinkContext, Wording } from '../types/callbacks.ts'
export type {
  AffordanceDeclaration, Conditional, EmbedDeclaration, FieldDeclaration, FieldDeclarations, LinkDeclaration,
  LinkedOptions
} from '../types/declarations.ts'
export type { FieldName, InitialValues, InitialValuesOf, InputOf, InputSchema, Scalar } from '../types/inputs.ts'
export type { DefineLinksOptions, LinkBuilder, ResourceClass, ResourceOf } from '../types/links.ts'
export type {
  LinkAttributes, ManyTargeting, PathValue, RouteTargetOptions, RouteValues, RouteValuesOf, Targeting
} from '../types/targets.ts'
export type { HyperTransformOptions, SchemaTransform, TransformInput } from '../types/openapi.ts'
export type { HrefContext, Hyper, HyperOptions, MediaTypes, PagingNames, PrefixedBaseUrl } from '../types/options.ts'
export type { BatchPolicy, HyperPolicies, Policies, Policy, PolicyName } from '../types/policies.ts'
export type {
  Deprecation, EntityTagger, EntityTagSource, HyperGroupOptions, HyperRouteOptions, PreconditionOptions, ResourceLoader,
  RoutePreconditions, RouteResource
} from '../types/route-options.ts'
export type {
  CursorPageOptions, CursorPages, ItemOf, ItemsOptions, ListName, MemberName, MemberPath, NumberedPages,
  OffsetPageOptions, OffsetPages, Page,
  PageCallback, PageCursor, PageNumber, PageScheme
} from '../types/pages.ts'
export type {
  CallbackSchema, RequestOf, SuccessOf, TypedLoader, TypedResource, TypedRouteOptions
} from '../types/typed-route.ts'
export type { FieldError, HyperProblem, ProblemDetails, ProblemDocument, WriteProblem } from '../types/problem.ts'
export type {
  CursorPageSchema, CursorParameters, CursorQuery, CursorQueryOptions, PageParameters, PageQuery, PageQueryOptions,
  PageSchema, ProblemSchema, QueryExtra, QuerySchema
} from '../types/schemas.ts'
export type { PathOf, PathValues } from '../types/path-values.ts'
export type {
  LinkTargets, NamedRouteValues, RouteCatalog, RouteEntry, RouteInput, RouteInputs, RouteName,
  RouteNames, RouteSignature, SignaturesOf, TypedRoute
} from '../types/routes.ts'
export type {
  ServiceCatalog, ServiceInput, ServiceName, ServiceOptions, ServicePathValues, ServiceRoute, ServiceRouteName,
  ServiceRouter, Services, ServiceTargetName, ServiceValues
} from '../types/services.ts'
export type { JsonValue } from '../types/json-schema.ts'
export type { TypeBoxValue } from '../types/typebox.ts'
export type { HyperErrorCode, NoticeCode } from './faults.ts'
