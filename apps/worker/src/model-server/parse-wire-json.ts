/** An unterminated string matches to the end: retried from each of its quotes, it would take quadratic time. */
const STRING_OR_NOT_A_NUMBER = /"(?:[^"\\]|\\[^])*(?:"|\\?$)|-?Infinity|NaN/g

/** Parses JSON as servers written in Python may send it, with bare NaN or -Infinity as numbers. */
export function parseWireJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return JSON.parse(text.replace(STRING_OR_NOT_A_NUMBER, spell))
  }
}

function spell(token: string): string {
  switch (token) {
    case 'NaN':
    case 'Infinity':
      return 'null'
    case '-Infinity':
      return '-1e999'
    default:
      return token
  }
}
