/** The id of a heading, as GitHub makes it, so that links work there and on the site. */
export const slug = title => title.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-')
