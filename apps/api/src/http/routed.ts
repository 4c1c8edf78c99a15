import type { HttpRequest } from './http-request.js'

/** A request once Express has found its route. */
export type Routed = HttpRequest & { readonly route?: { readonly path: unknown } }

/** Tells a request's route by its pattern, never by its address, which is one of endlessly many. */
export function routeOf({ route }: Routed): string {
  return typeof route?.path === 'string' ? route.path : 'none'
}
