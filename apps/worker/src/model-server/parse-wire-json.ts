/** A string that nothing ends is taken to the end: tried again from each of its quotes, it would take quadratic time. */
const STRING_OR_NOT_A_NUMBER = /"(?:[^"\\]|\\[^])*(?:"|\\?$)|-?Infinity|NaN/g

/** Reads JSON as servers written in Python may send it, where a float can be the bare word NaN or -Infinity. */
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
