// Names as people read them.

/** Returns a name as a label: `shipTo` and `ship-to` become `Ship to`. Names with a prefix or a URL stay. */
export function labelOf (name: string): string {
  if (!/^[\w-]+$/.test(name)) return name
  const words = name.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll(/[-_]+/g, ' ').trim().toLowerCase()
    .replaceAll(ABBREVIATIONS, (_all, letters: string, plural: string) => letters.toUpperCase() + plural)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const ABBREVIATIONS = /\b(api|html|iban|id|ip|json|pdf|sku|uri|url|uuid|vat)(s?)\b/g

/** Returns a label within a sentence: `order line`. Abbreviations stay. */
export function inSentence (label: string): string {
  return /^\p{Lu}\p{Ll}/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label
}

/** Returns the label of one of several things: `Line` for `Lines`. Other labels stay. */
export function singularOf (label: string): string {
  if (/(?:us|is|ss)$/i.test(label)) return label
  return label.replace(/(?<=[a-z])ies$/, 'y').replace(/(?<=ss|sh|ch|x)es$/, '').replace(/(?<=[a-z]{2})s$/, '')
}

/** Returns a path or a label as it is shown in a line. */
export function shortened (text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}

const VERB = /^(?:browse|fetch|filter|find|get|list|read|return|retrieve|search|see|show)(?:s|es)?\s+/i
const FURTHER_VERB = /^(?:and|or)\s+[a-z]+\s+/i
const ARTICLES = /^(?:(?:all|of|the|a|an|one|every)\s+)*/i
const LONGEST_NOUN = 40

/**
 * Returns what the summary of a route that reads is about: `Orders` for `List and search the orders.`; null if it is a
 * sentence.
 */
export function nounOf (summary: string): string | null {
  const noun = summary.trim().replace(/\.$/, '').replace(VERB, '').replace(FURTHER_VERB, '').replace(ARTICLES, '')
  return noun === '' || noun.length > LONGEST_NOUN ? null : noun.charAt(0).toUpperCase() + noun.slice(1)
}

/** Returns the name of a type as a label: `OrderLine` becomes `Order line`. */
export function typeLabel (name: string): string {
  return labelOf(name.split(/By(?=[A-Z])/, 1)[0]!)
}
