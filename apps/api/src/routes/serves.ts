import 'reflect-metadata'
import type { Address, Answered, Route } from '@cges-fleet/core/contract'
import { applyDecorators, HttpCode, RequestMapping, RequestMethod, SetMetadata } from '@nestjs/common'

const SERVED = Symbol('served route')

const METHODS: Readonly<Record<Address['method'], RequestMethod>> = {
  get: RequestMethod.GET,
  post: RequestMethod.POST,
  patch: RequestMethod.PATCH,
  delete: RequestMethod.DELETE,
}

/** The return type of a method that serves a route; anything, if it writes the response itself. */
type Answering<R extends Route> = undefined extends Answered<R> ? unknown : Answered<R> | Promise<Answered<R>>

type Serving<R extends Route> = <Method extends (...given: never[]) => Answering<R>>(
  prototype: object,
  name: string,
  method: TypedPropertyDescriptor<Method>,
) => void

/**
 * Makes a controller's method serve a route of the contract: at its address, with its status, for callers with its
 * scope. Among several success statuses it uses the one for a new resource; a method that answers with another sets it.
 * The return value is checked against the route's schema at compile time.
 */
export function Serves<const R extends Route>(route: R): Serving<R> {
  const mapping = RequestMapping({ path: patternOf(route.at), method: METHODS[route.at.method] })
  return applyDecorators(SetMetadata(SERVED, route), mapping, HttpCode(statusOf(route)))
}

/** Returns the route a controller's method serves; undefined if it declares none. */
export function routeServedBy(handler: object): Route | undefined {
  return Reflect.getMetadata(SERVED, handler) as Route | undefined
}

/** Formats an address as the router does, `/v1/pools/:pool`; the router names routes by it. */
export function patternOf({ path }: Address): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}

function statusOf({ answers }: Route): number {
  return answers[201] === undefined ? Math.min(...Object.keys(answers).map(Number)) : 201
}
