import { expect, expectTypeOf, it } from 'vitest'
import * as addresses from './addresses.js'
import type { Answered, Input } from './requests.js'
import { isCrossSite } from './browser-sessions.js'
import {
  CancelEvaluation,
  ExportEvaluation,
  ImportBenchmark,
  ListEvaluations,
  ListPools,
  pathOf,
  routeName,
  ROUTES,
} from './index.js'

it('has each route once, and a route for each address', () => {
  const names = ROUTES.map(routeName)
  expect(names.length).toBeGreaterThan(40)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  expect(new Set(ROUTES.map(({ at }) => at))).toEqual(new Set(Object.values(addresses)))
})

it('says of each parameter in a path what it holds, and of no other', () => {
  for (const route of ROUTES) {
    const named = [...route.at.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect(Object.keys(route.path ?? {}), routeName(route)).toEqual(named)
  }
})

it('has a success and no more than one schema for all of them', () => {
  for (const route of ROUTES) {
    const successes = Object.entries(route.answers).filter(([status]) => Number(status) < 400)
    expect(successes.length, routeName(route)).toBeGreaterThan(0)
    for (const [, answer] of successes) expect('problem' in answer, routeName(route)).toBe(false)
    const schemas = successes.flatMap(([, answer]) => ('schema' in answer ? [answer.schema] : []))
    expect(new Set(schemas).size, routeName(route)).toBeLessThanOrEqual(1)
  }
})

it('writes paths whose values are one segment each, and queries that say what was meant', () => {
  expect(pathOf(ListPools)).toBe('/v1/pools')
  expect(pathOf(addresses.cancelEvaluation, { path: { id: '../teams?a=b#c' } })).toBe(
    '/v1/evaluations/..%2Fteams%3Fa%3Db%23c/cancel',
  )
  const query = { method: 'esc:window=4@16 &', examples: undefined }
  expect(pathOf(ExportEvaluation, { path: { id: 'a', file: 'verdicts.csv' }, query })).toBe(
    '/v1/evaluations/a/exports/verdicts.csv?method=esc%3Awindow%3D4%4016%20%26',
  )
  expect(pathOf(ListEvaluations, { query: { cursor: undefined } })).toBe('/v1/evaluations')
})

it('types what is asked and answered by the schemas of the route', () => {
  expectTypeOf<Input<typeof CancelEvaluation>['path']['id']>().toEqualTypeOf<string>()
  expectTypeOf<Input<typeof CancelEvaluation>['body']>().toEqualTypeOf<{ reason?: string | undefined }>()
  expectTypeOf<Input<typeof ListEvaluations>['query']['cursor']>().toEqualTypeOf<string | undefined>()
  expectTypeOf<Input<typeof ImportBenchmark>>().not.toHaveProperty('body')
  expectTypeOf<Answered<typeof CancelEvaluation>>().toHaveProperty('digest')
  expectTypeOf<Answered<typeof ExportEvaluation>>().toEqualTypeOf<undefined>()
  // @ts-expect-error -- an id is missing
  expect(() => pathOf(CancelEvaluation)).not.toThrow()
})

it.each([
  ['GET', 'same-origin', 'cors', true, false],
  ['POST', 'same-origin', 'cors', true, false],
  ['POST', 'none', 'navigate', true, false],
  ['GET', 'cross-site', 'navigate', true, false],
  ['HEAD', 'same-site', 'navigate', false, false],
  ['POST', 'cross-site', 'navigate', false, true],
  ['GET', 'cross-site', 'no-cors', false, true],
  ['GET', 'same-site', 'cors', true, true],
  ['GET', undefined, undefined, true, false],
  ['POST', undefined, undefined, false, false],
  ['POST', null, null, true, true],
  ['DELETE', undefined, undefined, true, true],
])('tells of a %s from %s by %s, with a cookie alone %s, that another site may have caused it: %s', (...one) => {
  const [method, site, mode, byCookie, crossSite] = one
  expect(isCrossSite({ method, site, mode, byCookie })).toBe(crossSite)
})
