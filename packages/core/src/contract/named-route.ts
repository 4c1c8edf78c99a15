import type { Address } from './address.js'
import type { Route } from './route.js'

type All = typeof import('./all-routes.js')

/** The route that a value names: itself, or the one at an address. */
export type NamedRoute<Named extends Route | Address> = Named extends Route
  ? Named
  : Extract<All[keyof All], { readonly at: Named }>
