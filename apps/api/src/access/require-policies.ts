import type { INestApplicationContext } from '@nestjs/common'
import { RequestMethod } from '@nestjs/common'
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js'
import { MetadataScanner, ModulesContainer } from '@nestjs/core'
import { routeServedBy } from '../routes/serves.js'

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
