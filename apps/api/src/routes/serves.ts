import 'reflect-metadata'
import type { Address, Route } from '@cges-fleet/core/contract'
import { applyDecorators, HttpCode, RequestMapping, RequestMethod, SetMetadata } from '@nestjs/common'

const SERVED = Symbol('served route')

const METHODS: Readonly<Record<Address['method'], RequestMethod>> = {
  get: RequestMethod.GET,
  post: RequestMethod.POST,
  patch: RequestMethod.PATCH,
  delete: RequestMethod.DELETE,
}

/**
 * Has a controller's method serve a route of the contract: at its address, with its status, for callers with its scope. Of the
 * statuses for success it is the one for something new; a method that answers with another sets that itself.
 */
export function Serves(route: Route): MethodDecorator {
  const mapping = RequestMapping({ path: patternOf(route.at), method: METHODS[route.at.method] })
  return applyDecorators(SetMetadata(SERVED, route), mapping, HttpCode(statusOf(route)))
}

/** Tells which route a controller's method serves; undefined where none was declared. */
export function routeServedBy(handler: object): Route | undefined {
  return Reflect.getMetadata(SERVED, handler) as Route | undefined
}

/** Writes an address as the router does, `/v1/pools/:pool`; by it the router names a request's route. */
export function patternOf({ path }: Address): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}

function statusOf({ answers }: Route): number {
  return answers[201] === undefined ? Math.min(...Object.keys(answers).map(Number)) : 201
}
