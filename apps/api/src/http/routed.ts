import type { HttpRequest } from './http-request.js'

/** A request after Express has matched its route. */
export type Routed = HttpRequest & { readonly route?: { readonly path: unknown } }

/** Returns a request's route by its pattern, never by its URL, of which there are endlessly many. */
export function routeOf({ route }: Routed): string {
  return typeof route?.path === 'string' ? route.path : 'none'
}
