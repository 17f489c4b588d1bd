// The classes of pages as users name them. The type of a class instance has no index signature, which some typed
// responses require.
import type { CursorPageOptions, OffsetPage as OffsetPageType, OffsetPageOptions, Page } from '../../types/pages.ts'
import { CursorPage as CursorPageClass, OffsetPage as OffsetPageClass } from './pages.ts'

/** A counted page: the result of `offsetPage`. */
export type OffsetPage<T> = OffsetPageType<T>

/** The class of counted pages. A configuration for it adds links to every page that `offsetPage` returns. */
export const OffsetPage: abstract new <T>(
  items: readonly T[], options: OffsetPageOptions
) => OffsetPageType<T> = OffsetPageClass

/** A page between cursors: the result of `cursorPage`. */
export type CursorPage<T> = Page<T>

/** The class of pages between cursors. A configuration for it adds links to every page that `cursorPage` returns. */
export const CursorPage: abstract new <T>(items: readonly T[], options: CursorPageOptions) => Page<T> = CursorPageClass
