import type { Parameter, Route } from '@cges-fleet/core/contract'

/** A parameter with its name and place, as the API's document lists it. */
export interface WrittenParameter extends Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
}

/** Lists a route's parameters: those of its path, of its query, and its headers. */
export function writtenParameters({ path, query, headers }: Route): WrittenParameter[] {
  const places = { path, query, header: headers }
  return Object.entries(places).flatMap(([place, parameters]) =>
    Object.entries(parameters ?? {}).map(([name, parameter]) => ({
      name,
      in: place as keyof typeof places,
      ...parameter,
    })),
  )
}
