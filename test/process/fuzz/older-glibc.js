// The addon of Jazzer.js 4 for Linux on x64 is linked with glibc 2.38 and libstdc++ 13. All that it needs of them
// exists under older names: strtol and strtoul, and a marker without code. This lets Debian 12 load it: the two
// functions get their older names, and the versions that an older library lacks become weak (gABI, symbol versioning).
import { readFileSync, writeFileSync } from 'node:fs'

const DYNAMIC_SYMBOLS = 11
const VERSIONS_OF_SYMBOLS = 0x6fffffff
const NEEDED_VERSIONS = 0x6ffffffe
const SYMBOL_SIZE = 24
const WEAK = 2

const LACKING = ['GLIBC_2.38', 'GLIBCXX_3.4.32']
const BASE_VERSION = 'GLIBC_2.2.5'
const NEWER_NAME = '__isoc23_'

/** Changes an ELF file of 64 bits so that older libraries load it. A second call changes nothing. */
export function allowOlderLibraries (path) {
  const file = readFileSync(path)
  const sections = sectionsOf(file)
  const symbols = sections.find(({ type }) => type === DYNAMIC_SYMBOLS)
  const strings = sections[symbols.link]
  const nameAt = offset => file.toString('latin1', strings.start + offset, file.indexOf(0, strings.start + offset))
  const base = weaken(file, sections.find(({ type }) => type === NEEDED_VERSIONS), nameAt)
  const versions = sections.find(({ type }) => type === VERSIONS_OF_SYMBOLS)
  for (let index = 0; index * SYMBOL_SIZE < symbols.size; index++) {
    const symbol = symbols.start + index * SYMBOL_SIZE
    const name = file.readUInt32LE(symbol)
    if (!nameAt(name).startsWith(NEWER_NAME)) continue
    file.writeUInt32LE(name + NEWER_NAME.length, symbol)
    file.writeUInt16LE(base, versions.start + index * 2)
  }
  writeFileSync(path, file)
}

function sectionsOf (file) {
  const [start, size, count] = [offset(file, 0x28), file.readUInt16LE(0x3a), file.readUInt16LE(0x3c)]
  return Array.from({ length: count }, (_, index) => {
    const at = start + index * size
    const [type, link, entries] = [at + 4, at + 0x28, at + 0x2c].map(place => file.readUInt32LE(place))
    return { type, link, entries, start: offset(file, at + 0x18), size: offset(file, at + 0x20) }
  })
}

// Returns the index of the base version of libc.
function weaken (file, needed, nameAt) {
  let base = 0
  let library = needed.start
  for (let count = needed.entries; count > 0; count--) {
    let version = library + file.readUInt32LE(library + 8)
    for (let left = file.readUInt16LE(library + 2); left > 0; left--) {
      const name = nameAt(file.readUInt32LE(version + 8))
      if (LACKING.includes(name)) file.writeUInt16LE(file.readUInt16LE(version + 4) | WEAK, version + 4)
      if (name === BASE_VERSION && nameAt(file.readUInt32LE(library + 4)) === 'libc.so.6') {
        base = file.readUInt16LE(version + 6)
      }
      version += file.readUInt32LE(version + 12)
    }
    library += file.readUInt32LE(library + 12)
  }
  return base
}

function offset (file, at) {
  return Number(file.readBigUInt64LE(at))
}
