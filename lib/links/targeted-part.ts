// What links and actions have in common: a target, which is fixed or which a callback returns.
import { ignoreRejections } from '../async/promises.ts'
import { after, type Eventual } from '../async/steps.ts'
import { type CompiledString, compileString } from '../context/localized.ts'
import type { Resolution } from '../context/resolution.ts'
import type { DeclaredAction, DeclaredLink } from '../declare/declarations.ts'
import { isTarget, withoutTemplate } from '../declare/target.ts'
import { kindOf } from '../diagnostics/wording.ts'
import type { AnyCondition } from '../policies/conditions.ts'
import { type Subject, TargetPolicies } from '../policies/target-policies.ts'
import {
  type CompiledTarget, type FoundTarget, isFound, type ResolvedTarget, resolveTarget
} from '../targets/target.ts'
import { omit, unresolved } from '../targets/why-omitted.ts'
import { Part, type PartScope, type Resolve, type Resource } from './part.ts'

/** What declares a link or an action. */
interface Declared extends Pick<DeclaredAction | DeclaredLink, 'conditions'> {
  readonly title?: Parameters<typeof compileString>[0]
}

/** A link or an action. `W` is what it is with its whole href. */
export abstract class TargetedPart<R, W extends R> extends Part<R> {
  /** The title of the declaration. */
  protected readonly ownTitle: CompiledString
  protected readonly targetPolicies: TargetPolicies
  readonly #isAction: boolean

  constructor (
    { kind, name, acts }: { readonly kind: 'relation' | 'action', readonly name: string, readonly acts: Subject },
    { conditions, title }: Declared, scope: PartScope
  ) {
    super(kind, name, scope)
    this.#isAction = kind === 'action'
    this.ownTitle = compileString(title, this.place, scope.environment)
    this.targetPolicies = new TargetPolicies(acts, { conditions }, this.place, scope.environment)
  }

  /** Makes it with its whole href. */
  protected abstract whole (found: FoundTarget, resource: Resource, resolution: Resolution): Eventual<W | null>

  /** The conditions that the route of a fixed target adds. */
  protected conditionsOf (target: CompiledTarget | null): readonly AnyCondition[] {
    const route = target?.route ?? null
    return route === null ? [] : this.targetPolicies.conditionsOf(this.environment.routes.all(route.name))
  }

  /** Resolves it to the end of the href of a fixed target. */
  protected suffixOf ({ hrefSuffix, parts }: CompiledTarget): Resolve<string> {
    return ({ value }, resolution) =>
      hrefSuffix(value, resolution) ?? omit(this, unresolved(parts, value, resolution), resolution)
  }

  /** Resolves it to the whole href of a fixed target. A target that never works was reported: it is only counted. */
  protected wholeOf (target: CompiledTarget | null): Resolve<W> {
    if (target === null) {
      return () => {
        this.environment.notices.count(this.subject, this.relation)
        return null
      }
    }
    return (resource, resolution) => this.#finish(target.resolve(resource.value, resolution), resource, resolution)
  }

  /**
   * Makes it of what a callback returned, which may be anything. Null and undefined omit it, and so do the policies
   * of the route of the target.
   * @throws LinkResolutionError in strict mode, for a value that is no target and for one that cannot be resolved
   */
  ofReturned (returned: unknown, resource: Resource, resolution: Resolution): Eventual<W | null> {
    if (returned === null || returned === undefined) return null
    if (!isTarget(returned)) {
      ignoreRejections(returned)
      const reason = () => `its function returned ${kindOf(returned)}, which is no link target: ` +
        'return LinkTarget.uri(…) or LinkTarget.route(…)'
      return omit(this, { reason, values: () => returned }, resolution)
    }
    if (this.#isAction && returned.kind === 'template') {
      const reason = () => 'its function returned a URI template, and the target of an action is a URL: ' +
        'return LinkTarget.route(…) or LinkTarget.uri(…)'
      return omit(this, { reason, values: () => returned.reference }, resolution)
    }
    // Those that are no strings are omitted.
    if (returned.attributes !== undefined) ignoreRejections(returned.attributes)
    const target = this.#isAction ? withoutTemplate(returned) : returned
    const found = resolveTarget(target, this.place, resource.value, resolution)
    return after(this.targetPolicies.decide(found.route, resource.value, resolution), isShown =>
      isShown ? this.#finish(found, resource, resolution) : null)
  }

  #finish (found: ResolvedTarget, resource: Resource, resolution: Resolution): Eventual<W | null> {
    return isFound(found)
      ? this.whole(found, resource, resolution)
      : omit(this, unresolved(found.parts, resource.value, resolution), resolution)
  }
}
