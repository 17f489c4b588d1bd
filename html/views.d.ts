// What scripts/bundle-pages.js makes of the views, the style sheet and the icon.
import type { Assets } from './model.ts'

export const renderPage: Assets['renderPage']
export const renderRaw: Assets['renderRaw']
export const style: string
export const icon: string
