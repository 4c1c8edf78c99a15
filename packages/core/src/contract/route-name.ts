import type { Route } from './route.js'

/** Returns a route's name for people: `GET /v1/pools`. */
export function routeName({ at: { method, path } }: Pick<Route, 'at'>): string {
  return `${method.toUpperCase()} ${path}`
}
