import { issueText } from '@cges-fleet/core'
import type { Address, Answered, Input as RouteInput, Parameters, Route } from '@cges-fleet/core/contract'
import {
  applyDecorators,
  createParamDecorator,
  type ExecutionContext,
  HttpCode,
  type INestApplicationContext,
  RequestMapping,
  RequestMethod,
  SetMetadata,
} from '@nestjs/common'
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js'
import { MetadataScanner, ModulesContainer } from '@nestjs/core'
import 'reflect-metadata'
import type { z } from 'zod'
import { schemaRefusal } from './refusal.js'
import type { HttpRequest } from './request.js'

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

/** A route's validated input, by its contract. */
export type Input<R extends Route> = RouteInput<R>

/** Injects a route's input, validated by its schemas: path, query, headers, body. Refuses what does not fit. */
export const Input = createParamDecorator((_: unknown, context: ExecutionContext): object => {
  const route = routeServedBy(context.getHandler())
  if (route === undefined) throw new Error('a method asked for what its route takes, but serves none')
  return parseInput(route, context.switchToHttp().getRequest<HttpRequest>())
})

function parseInput(route: Route, { params, query, headers, body }: HttpRequest): object {
  return {
    ...(route.path === undefined ? {} : { path: parsePath(route.path, params) }),
    ...(route.query === undefined ? {} : { query: parseNamed(route.query, (name) => query[name]) }),
    ...(route.headers === undefined
      ? {}
      : { headers: parseNamed(route.headers, (name) => headers[name.toLowerCase()]) }),
    ...(route.body === undefined || route.lines !== undefined ? {} : { body: checked(route.body, body) }),
  }
}

function parsePath(parameters: Parameters, params: HttpRequest['params']): object {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, { schema }]) => [name, checked(schema, params[name])]),
  )
}

/** Parses optional parameters; a refusal names the one at fault. */
function parseNamed(parameters: Parameters, valueOf: (name: string) => unknown): object {
  const given = Object.entries(parameters).flatMap(([name, { schema }]) => {
    const value = valueOf(name)
    return value === undefined ? [] : [[name, checked(schema, value, [name])]]
  })
  return Object.fromEntries(given)
}

function checked(schema: z.ZodType, value: unknown, place: readonly string[] = []): unknown {
  const read = schema.safeParse(value, { error: issueText })
  if (read.success) return read.data
  throw schemaRefusal(read.error.issues, place)
}

/** Refuses to start an API with a route that declares no access policy. */
export function requirePolicies(app: INestApplicationContext): void {
  const undeclared = handlersOf(app).flatMap(({ controller, handler }) =>
    routeServedBy(handler) === undefined ? [nameOf(controller, handler)] : [],
  )
  if (undeclared.length === 0) return
  throw new Error(
    `no policy for ${undeclared.join(', ')}: declare it in packages/core/src/contract, with the scope its callers need, and serve it with @Serves`,
  )
}

/** The controller methods that Nest has routes for, however they were registered. */
function handlersOf(app: INestApplicationContext) {
  const scanner = new MetadataScanner()
  const controllers = [...app.get(ModulesContainer).values()].flatMap((module) => [...module.controllers.values()])
  return controllers.flatMap(({ metatype }) => {
    if (typeof metatype !== 'function') return []
    const prototype: Record<string, object> = metatype.prototype
    return scanner.getAllMethodNames(prototype).flatMap((method) => {
      const handler = prototype[method]
      const isRoute = handler !== undefined && Reflect.hasMetadata(METHOD_METADATA, handler)
      return isRoute ? [{ controller: metatype, handler }] : []
    })
  })
}

function nameOf(controller: object, handler: object): string {
  const method: RequestMethod = Reflect.getMetadata(METHOD_METADATA, handler)
  const parts = [controller, handler].map((one) => String(Reflect.getMetadata(PATH_METADATA, one)))
  const path = parts.flatMap((part) => part.split('/')).filter((segment) => segment !== '')
  return `${RequestMethod[method]} /${path.join('/')}`
}
