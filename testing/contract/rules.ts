// The rules of `hyper-api diff`. Each has a section in docs/diff.md and a test in test/contract/.

export const SEVERITIES = ['breaking', 'risky', 'compatible'] as const
export type Severity = typeof SEVERITIES[number]

interface Rule {
  readonly severity: Severity
  /** What changed, in one sentence. */
  readonly meaning: string
  /** What to do about it; for a compatible change, why no client breaks. */
  readonly advice: string
  /** What follows a number in a report; compatible changes only. */
  readonly counted?: readonly [one: string, many: string]
}

export const RULES = {
  'entry-point-removed': {
    severity: 'breaking',
    meaning: 'A URL that clients start at is not served.',
    advice: 'Keep a route at the old URL, or redirect it to the new entry point.'
  },
  'format-removed': {
    severity: 'breaking',
    meaning: 'Clients can no longer request a format.',
    advice: 'Register the format again until no client requests it.'
  },
  'type-removed': {
    severity: 'breaking',
    meaning: 'No response has a type any more.',
    advice: 'Keep its routes, mark them as deprecated, and remove them when no client reads them.'
  },
  'kind-changed': {
    severity: 'breaking',
    meaning: 'A resource, a list or a page became another one of these.',
    advice: 'Add a relation to a new type, and keep the old one.'
  },
  'tag-removed': {
    severity: 'breaking',
    meaning: 'The responses of a type no longer have an entity tag.',
    advice: 'Keep the option etag of its routes: clients send the tag in If-Match and If-None-Match.'
  },
  'relation-removed': {
    severity: 'breaking',
    meaning: 'A relation is removed.',
    advice: 'Keep the relation, deprecate its route, and remove it when no client follows it.'
  },
  'relation-optional': {
    severity: 'breaking',
    meaning: 'A relation that was always present may be absent.',
    advice: 'Keep it without a condition, and let the target respond with a problem.'
  },
  'variable-removed': {
    severity: 'breaking',
    meaning: 'A URI template lost a variable.',
    advice: 'Keep the parameter in the schema of the route.'
  },
  'embedded-removed': {
    severity: 'breaking',
    meaning: 'An embedded relation is removed.',
    advice: 'Keep embedding it, or embed it on demand under another relation first.'
  },
  'embedded-optional': {
    severity: 'breaking',
    meaning: 'An embedded relation that was sent may be absent, or must be requested.',
    advice: 'Keep it without a condition.'
  },
  'action-removed': {
    severity: 'breaking',
    meaning: 'An action is removed, or its form has another name.',
    advice: 'Keep the action, deprecate its route, and remove it when no client performs it.'
  },
  'action-optional': {
    severity: 'breaking',
    meaning: 'An action that was always offered may be absent.',
    advice: 'Keep it without a condition, and let its route respond with a problem.'
  },
  'precondition-required': {
    severity: 'breaking',
    meaning: 'An action requires If-Match now.',
    advice: 'Accept requests without it first: remove requireIfMatch until all clients send the tag.'
  },
  'input-required': {
    severity: 'breaking',
    meaning: 'An input that could be omitted is required.',
    advice: 'Give it a default, or keep it optional.'
  },
  'input-narrower': {
    severity: 'breaking',
    meaning: 'An input accepts fewer values.',
    advice: 'Accept the old values too, or add a new action.'
  },
  'member-removed': {
    severity: 'breaking',
    meaning: 'A member of a response is removed.',
    advice: 'Keep sending it, and mark it as deprecated in the schema.'
  },
  'member-optional': {
    severity: 'breaking',
    meaning: 'A member of a response that was always present may be absent.',
    advice: 'Keep it required, and send a default where there is no value.'
  },
  'output-wider': {
    severity: 'breaking',
    meaning: 'A response can have values that it never had.',
    advice: 'Send the new values in a new member, or only to clients that ask for them.'
  },
  'default-format-changed': {
    severity: 'risky',
    meaning: 'Clients that request no format get another one.',
    advice: 'Keep the option defaultFormat, or make sure that all clients send Accept.'
  },
  'policy-added': {
    severity: 'risky',
    meaning: 'A policy decides on a link or an action that it did not decide on.',
    advice: 'Make sure that the callers who use it are allowed to.'
  },
  'page-size-limited': {
    severity: 'risky',
    meaning: 'Pages have fewer items than clients could request.',
    advice: 'Clients that follow next are safe. Inform clients that request one large page.'
  },
  'default-changed': {
    severity: 'risky',
    meaning: 'An input that is omitted has another value.',
    advice: 'Check what clients expect that omit it.'
  },
  'input-removed': {
    severity: 'risky',
    meaning: 'An input is not in the schema any more, and is ignored or rejected.',
    advice: 'Keep it in the schema as deprecated.'
  },
  'media-type-changed': {
    severity: 'risky',
    meaning: 'A link declares another media type.',
    advice: 'Make sure that clients read the new media type.'
  },
  'array-changed': {
    severity: 'risky',
    meaning: 'A relation has an array in place of one object, or the reverse.',
    advice: 'fastify-hyper/client reads both. Check other clients.'
  },
  'not-comparable': {
    severity: 'risky',
    meaning: 'The two sides cannot be compared here.',
    advice: 'Compare them yourself: a type, a target or a keyword of a schema is unknown.'
  },
  'url-changed': {
    severity: 'compatible',
    meaning: 'A URL changed.',
    advice: 'Clients that follow links get the new one.',
    counted: ['URL changed: no client that follows links breaks', 'URLs changed: no client that follows links breaks']
  },
  'host-changed': {
    severity: 'compatible',
    meaning: 'Hrefs begin with another URL.',
    advice: 'Clients that follow links get the new one. fastify-hyper/client needs allowOrigin for a new origin.',
    counted: ['host changed', 'hosts changed']
  },
  'method-changed': {
    severity: 'compatible',
    meaning: 'An action has another method.',
    advice: 'Clients read it from the action.',
    counted: ['method of an action changed', 'methods of actions changed']
  },
  'media-type-of-input-changed': {
    severity: 'compatible',
    meaning: 'The input of an action is sent in another media type.',
    advice: 'Clients read it from the form.',
    counted: ['media type of a form changed', 'media types of forms changed']
  },
  'entry-point-added': {
    severity: 'compatible',
    meaning: 'There is a new URL to start at.',
    advice: 'Clients keep the one that they know.',
    counted: ['entry point added', 'entry points added']
  },
  'format-added': {
    severity: 'compatible',
    meaning: 'There is a new format.',
    advice: 'Only clients that request it get it.',
    counted: ['format added', 'formats added']
  },
  'type-added': {
    severity: 'compatible',
    meaning: 'There is a new type.',
    advice: 'Only new relations and actions lead to it.',
    counted: ['type added', 'types added']
  },
  'relation-added': {
    severity: 'compatible',
    meaning: 'There is a new relation.',
    advice: 'Clients ignore relations that they do not know.',
    counted: ['relation added', 'relations added']
  },
  'embedded-added': {
    severity: 'compatible',
    meaning: 'There is a new embedded relation.',
    advice: 'Clients ignore relations that they do not know.',
    counted: ['embedded relation added', 'embedded relations added']
  },
  'action-added': {
    severity: 'compatible',
    meaning: 'There is a new action.',
    advice: 'Clients ignore actions that they do not know.',
    counted: ['action added', 'actions added']
  },
  'input-added': {
    severity: 'compatible',
    meaning: 'There is a new optional input.',
    advice: 'Clients may omit it.',
    counted: ['optional input added', 'optional inputs added']
  },
  'input-wider': {
    severity: 'compatible',
    meaning: 'An input accepts more values, or may be omitted.',
    advice: 'What clients send is still valid.',
    counted: ['input widened', 'inputs widened']
  },
  'member-added': {
    severity: 'compatible',
    meaning: 'A response has a new member.',
    advice: 'Clients ignore members that they do not know.',
    counted: ['member of a response added', 'members of responses added']
  },
  'output-narrower': {
    severity: 'compatible',
    meaning: 'A response has fewer possible values, or always has a member that could be absent.',
    advice: 'Clients handle what is left already.',
    counted: ['output narrowed', 'outputs narrowed']
  },
  'always-present': {
    severity: 'compatible',
    meaning: 'A relation, embedded relation or action that could be absent is always present.',
    advice: 'Clients that check for it are right.',
    counted: ['relation or action made permanent', 'relations or actions made permanent']
  },
  'policy-removed': {
    severity: 'compatible',
    meaning: 'A policy no longer decides on a link or an action.',
    advice: 'More callers get it.',
    counted: ['policy removed', 'policies removed']
  },
  'precondition-removed': {
    severity: 'compatible',
    meaning: 'An action no longer requires If-Match.',
    advice: 'Clients may still send it.',
    counted: ['precondition removed', 'preconditions removed']
  },
  deprecated: {
    severity: 'compatible',
    meaning: 'A relation or an action is deprecated.',
    advice: 'It still works, and clients are told.',
    counted: ['relation or action deprecated', 'relations or actions deprecated']
  }
} as const satisfies Readonly<Record<string, Rule>>

export type RuleId = keyof typeof RULES

/** A change between two contracts. */
export interface ContractFinding {
  readonly id: RuleId
  readonly severity: Severity
  readonly place: string
  readonly message: string
}

/** Returns the rule of a finding. */
export function ruleOf (id: RuleId): Rule {
  return RULES[id]
}
