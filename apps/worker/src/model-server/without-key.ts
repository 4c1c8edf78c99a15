import type { ModelServer } from './open-model-server.js'

/**
 * Removes the server's key from what it said: some servers repeat the key they refuse, and their messages are stored.
 */
export function withoutKey({ headers }: Pick<ModelServer, 'headers'>, said: string): string {
  const key = headers['authorization']?.replace(/^Bearer /, '') ?? ''
  return key === '' ? said : said.replaceAll(key, '…')
}
