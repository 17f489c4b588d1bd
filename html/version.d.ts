// What scripts/bundle-pages.js computes.

/** Identifies the views, the style sheet and the icon. */
export const version: string
