import type { Route } from './route.js'

/** Names a route as people do: `GET /v1/pools`. */
export function routeName({ at: { method, path } }: Pick<Route, 'at'>): string {
  return `${method.toUpperCase()} ${path}`
}
