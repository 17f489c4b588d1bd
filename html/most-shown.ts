// What a page shows of long values: the rest is in the JSON.

/** How many elements of a list a page shows; it only counts the others. */
export const MOST_ROWS = 200

/** How many members of an object a page reads; it only counts the others. */
export const MOST_MEMBERS = 1000
