/** The command line's default γ if a CGES method names none; the API requires it. */
const OFFERED_GAMMA = 0.99

/** Fills in γ for a CGES method without it, and says so through `note`; returns every other method unchanged. */
export function offerGamma<Method>(method: Method, note: (text: string) => void): Method | string {
  if (typeof method !== 'string' || !/^\s*cges\b/.test(method) || /\bgamma\s*=/.test(method)) return method
  const [rule = '', budget] = method.trim().split('@')
  const filled = `${rule}${rule.includes(':') ? ',' : ':'}gamma=${OFFERED_GAMMA}${budget === undefined ? '' : `@${budget}`}`
  note(`${method.trim()} names no gamma: taken as ${filled}`)
  return filled
}
