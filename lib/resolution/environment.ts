import type { Notices } from '../diagnostics/notices.ts'
import type { Settings } from '../options/plugin-options.ts'
import type { RouteTable } from '../routes/named-routes.ts'
import type { Languages } from './languages.ts'
import type { Origins } from './origin.ts'

/** What all responses of an app share. */
export interface Environment {
  readonly settings: Settings
  readonly routes: RouteTable
  readonly notices: Notices
  readonly origins: Origins
  readonly languages: Languages
}
