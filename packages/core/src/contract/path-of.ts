import type { Address } from './address.js'
import type { Place } from './asking.js'
import type { NamedRoute } from './named-route.js'
import type { Route } from './route.js'

interface AnyPlace {
  readonly path?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>> | undefined
}

/** Builds the path and query of a route, for links and for requests sent by other means than a client. */
export function pathOf<const Named extends Route | Address>(
  named: Named,
  ...[place]: object extends Place<NamedRoute<Named>> ? [Place<NamedRoute<Named>>?] : [Place<NamedRoute<Named>>]
): string {
  return writePath('at' in named ? named.at : named, place ?? {})
}

/** Builds them for a route that is only known at run time. Undefined values are left out. */
export function writePath({ path }: Address, { path: values = {}, query = {} }: AnyPlace): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])))
  const search = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&')
  return search === '' ? filled : `${filled}?${search}`
}
