/** The γ the command line offers where a CGES method names none; the API asks for it outright. */
const OFFERED_GAMMA = 0.99

/** Fills in γ for a CGES method written without it, and tells so through `note`; every other method stays as it is. */
export function offerGamma<Method>(method: Method, note: (text: string) => void): Method | string {
  if (typeof method !== 'string' || !/^\s*cges\b/.test(method) || /\bgamma\s*=/.test(method)) return method
  const [rule = '', budget] = method.trim().split('@')
  const filled = `${rule}${rule.includes(':') ? ',' : ':'}gamma=${OFFERED_GAMMA}${budget === undefined ? '' : `@${budget}`}`
  note(`${method.trim()} names no gamma: taken as ${filled}`)
  return filled
}
