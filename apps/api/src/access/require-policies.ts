import type { INestApplicationContext } from '@nestjs/common'
import { MetadataScanner, ModulesContainer } from '@nestjs/core'
import { routeOfHandler } from './route-of-handler.js'

/** Refuses to start an API that serves a route nobody said who may use. */
export function requirePolicies(app: INestApplicationContext): void {
  const undeclared = servedRoutes(app).flatMap(({ name, declared }) => (declared === undefined ? [name] : []))
  if (undeclared.length === 0) return
  throw new Error(
    `no policy for ${undeclared.join(', ')}: list it in apps/api/src/openapi/routes.ts, with the scope its callers need`,
  )
}

function servedRoutes(app: INestApplicationContext) {
  const scanner = new MetadataScanner()
  const controllers = [...app.get(ModulesContainer).values()].flatMap((module) => [...module.controllers.values()])
  return controllers.flatMap(({ metatype }) => {
    if (typeof metatype !== 'function') return []
    const prototype: Record<string, object> = metatype.prototype
    return scanner.getAllMethodNames(prototype).flatMap((method) => {
      const handler = prototype[method]
      const route = handler === undefined ? null : routeOfHandler(metatype as new () => unknown, handler)
      return route === null ? [] : [route]
    })
  })
}
