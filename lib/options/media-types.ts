// The options that name media types, each of which belongs to one format.
import type { HypermediaFormatter } from '../../types/formats.ts'
import type { MediaTypes } from '../../types/options.ts'
import { describe } from '../diagnostics/wording.ts'
import { fail } from '../errors.ts'
import { isMediaType } from '../http/media-type.ts'
import { checkKeys, checkPlainObject, isObjectOrArray, withoutUndefined } from './checks.ts'
import { optionPlace } from './place.ts'

/** The default media types of the built-in formats. */
export const MEDIA_TYPES: Readonly<MediaTypes> = Object.freeze({
  json: 'application/json',
  hyper: 'application/vnd.hyper+json',
  hal: 'application/hal+json',
  halForms: 'application/prs.hal-forms+json'
})

/** Checks the option `mediaTypes` and adds the defaults. */
export function readMediaTypes (given: Partial<MediaTypes>): Readonly<MediaTypes> {
  checkPlainObject(optionPlace('mediaTypes'), given)
  checkKeys(optionPlace('mediaTypes'), given, Object.keys(MEDIA_TYPES))
  const mediaTypes = { ...MEDIA_TYPES, ...withoutUndefined(given) }
  const owners = new Map<string, string>()
  for (const [key, mediaType] of Object.entries(mediaTypes)) claim(owners, `mediaTypes.${key}`, mediaType)
  return Object.freeze(mediaTypes)
}

// Each media type belongs to one format.
function claim (owners: Map<string, string>, owner: string, mediaType: unknown): void {
  const place = optionPlace(owner)
  if (typeof mediaType !== 'string' || !isMediaType(mediaType)) fail('FST_ERR_HYPER_INVALID_MEDIA_TYPE', place, describe(mediaType))
  const rival = owners.get(mediaType.toLowerCase())
  if (rival !== undefined) fail('FST_ERR_HYPER_MEDIA_TYPE_CONFLICT', place, describe(mediaType), rival)
  owners.set(mediaType.toLowerCase(), owner)
}

/** Checks the option `formatters`: their media types are not those of the built-in formats. */
export function checkFormatters (formatters: readonly unknown[], mediaTypes: MediaTypes): void {
  const owners = new Map(Object.entries(mediaTypes).map(([key, mediaType]) => [mediaType.toLowerCase(), `mediaTypes.${key}`]))
  formatters.forEach((formatter, index) => {
    const owner = `formatters[${index}]`
    const remedy = 'Give an object with mediaType and format(resource, context).'
    if (!isFormatter(formatter)) {
      fail('FST_ERR_HYPER_INVALID_FORMATTER', optionPlace(owner), `${describe(formatter)} is not a formatter`, remedy)
    }
    claim(owners, owner, formatter.mediaType)
  })
}

function isFormatter (value: unknown): value is HypermediaFormatter {
  return isObjectOrArray(value) && 'format' in value && typeof value.format === 'function'
}
