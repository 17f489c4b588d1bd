// Names as people read them.

/** Returns a name as a label: `shipTo` and `ship-to` become `Ship to`. Names with a prefix or a URL stay. */
export function labelOf (name: string): string {
  if (/^[a-z]+$/.test(name)) return name.charAt(0).toUpperCase() + name.slice(1)
  if (!/^[\w-]+$/.test(name)) return name
  const words = name.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll(/[-_]+/g, ' ').trim().toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Returns the label of one of several things: `Line` for `Lines`. Other labels stay. */
export function singularOf (label: string): string {
  if (/(?:us|is|ss)$/i.test(label)) return label
  return label.replace(/(?<=[a-z])ies$/, 'y').replace(/(?<=ss|sh|ch|x)es$/, '').replace(/(?<=[a-z]{2})s$/, '')
}
