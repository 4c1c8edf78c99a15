import { unescape } from 'node:querystring'

const KEY_NAME = /key|token|authorization/iu
const KEY = /cges_[a-z0-9]{12}_/iu

/**
 * Returns whether a URL contains a key, or a parameter named like one, however it is escaped. Runs before sign-in on
 * anybody's input: linear in the URL's length.
 */
export function holdsKey(address: string): boolean {
  if (KEY.test(unescape(address))) return true
  const [, ...parameters] = address.split(/[?&#]/u)
  return parameters.some((parameter) => KEY_NAME.test(unescape(parameter.split('=', 1)[0] ?? '')))
}
