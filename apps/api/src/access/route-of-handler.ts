import 'reflect-metadata'
import { RequestMethod, type Type } from '@nestjs/common'
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js'
import type { Route } from '../openapi/route.js'
import { ROUTES } from '../openapi/routes.js'

const DECLARED: ReadonlyMap<string, Route> = new Map(
  ROUTES.map((route) => [`${route.method.toUpperCase()} ${route.path}`, route]),
)

/** A controller's method that answers a route: the route's name, such as `GET /v1/pools`, and what is declared of it. */
export interface ServedRoute {
  readonly name: string
  readonly declared: Route | undefined
}

/** Finds what a controller's method serves and how that is declared; null where it serves nothing. */
export function routeOfHandler(controller: Type, handler: object): ServedRoute | null {
  const method: unknown = Reflect.getMetadata(METHOD_METADATA, handler)
  if (typeof method !== 'number') return null
  const parts = [Reflect.getMetadata(PATH_METADATA, controller), Reflect.getMetadata(PATH_METADATA, handler)]
  const path = parts.flatMap((part) => String(part).split('/')).filter((segment) => segment !== '')
  const name = `${RequestMethod[method]} /${path.map((segment) => segment.replace(/^:(.+)$/, '{$1}')).join('/')}`
  return { name, declared: DECLARED.get(name) }
}
