import type { ModelServer } from './open-model-server.js'

/** Takes the server's key out of what the server said: some repeat the one that they refuse, and what they say is stored. */
export function withoutKey({ headers }: Pick<ModelServer, 'headers'>, said: string): string {
  const key = headers['authorization']?.replace(/^Bearer /, '') ?? ''
  return key === '' ? said : said.replaceAll(key, '…')
}
