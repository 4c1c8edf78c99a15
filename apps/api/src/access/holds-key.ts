import { unescape } from 'node:querystring'

const KEY_NAME = /key|token|authorization/iu
const KEY = /cges_[a-z0-9]{12}_/iu

/**
 * Tells whether an address holds a key, or a parameter by whose name one is meant, however it is escaped. Anybody may
 * have it look, before sign-in: linear in the address's length.
 */
export function holdsKey(address: string): boolean {
  if (KEY.test(unescape(address))) return true
  const [, ...parameters] = address.split(/[?&#]/u)
  return parameters.some((parameter) => KEY_NAME.test(unescape(parameter.split('=', 1)[0] ?? '')))
}
