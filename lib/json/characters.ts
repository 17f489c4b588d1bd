// The codes of the characters that give JSON its structure (RFC 8259, section 2).
export const SPACE = 32
export const QUOTE = 34
export const COMMA = 44
export const COLON = 58
export const OPEN_ARRAY = 91
export const BACKSLASH = 92
export const CLOSE_ARRAY = 93
export const OPEN_OBJECT = 123
export const CLOSE_OBJECT = 125
