/** Returns whether a request is one of those by which a worker finds out what a server can do, by its id. */
export function isPreflight(requestId: string): boolean {
  return requestId.startsWith('preflight/')
}
