import { ListBenchmarks } from '@cges-fleet/core/contract'
import { Controller, Get, Module } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { expect, it } from 'vitest'
import { BenchmarksController } from '../benchmarks/benchmarks.controller.js'
import { requirePolicies, routeServedBy } from './serves.js'
import { Uploads } from '../benchmarks/uploads.js'

class Forgotten {
  list(): string {
    return 'everything'
  }
}
// Applied by hand: the test runner does not compile decorators.
Get(':id')(Forgotten.prototype, 'list', Object.getOwnPropertyDescriptor(Forgotten.prototype, 'list') ?? {})
Controller('v1/forgotten')(Forgotten)

const appWith = (...controllers: (new (...parts: never[]) => object)[]) => {
  class TestModule {}
  Module({ controllers, providers: [Uploads] })(TestModule)
  return NestFactory.createApplicationContext(TestModule, { logger: false })
}

it('refuses to serve a route without a policy, by its name, and says where to declare it', async () => {
  const app = await appWith(BenchmarksController, Forgotten)
  expect(() => requirePolicies(app)).toThrow(/GET \/v1\/forgotten\/:id:.*contract/)
  expect(() => requirePolicies(app)).not.toThrow(/benchmarks/)
  await app.close()
})

it('serves routes that have one', async () => {
  expect(routeServedBy(BenchmarksController.prototype.list)).toBe(ListBenchmarks)
  const app = await appWith(BenchmarksController)
  expect(() => requirePolicies(app)).not.toThrow()
  await app.close()
})
