import { type MethodSpec, methodReport, parseMethodSpec } from '@cges-fleet/core'
import { expect, test } from 'vitest'
import { nameMethods } from './name-methods'

const NONE = { trials: 0, started: 0, blocked: 0, byCalls: [], openByDepth: [], leading: 0, leadingCorrect: 0 }

function specOf(text: string): MethodSpec {
  const parsed = parseMethodSpec(text, 16)
  if (!parsed.ok) throw new Error(parsed.problem)
  return parsed.spec
}

const namesOf = (...texts: string[]) =>
  nameMethods(texts.map((text) => methodReport(specOf(text), NONE))).map(({ name }) => name)

test('methods are named the way people say them', () => {
  const texts = ['sc@16', 'esc:window=4@16', 'asc-beta@16', 'cges:confidence=lns-arith,gamma=0.99@16']
  expect(namesOf(...texts)).toEqual(['SC', 'ESC w=4', 'ASC-β', 'CGES lns-arith γ .99'])
})

test('the budget is named only where budgets differ', () => {
  expect(namesOf('sc@16', 'sc@8')).toEqual(['SC @16', 'SC @8'])
})

test('whatever differs from a default is named, so that no two methods share a name', () => {
  const names = namesOf(
    'esc:window=4@16',
    'esc:window=4,answerFrom=window@16',
    'asc-beta@16',
    'asc-beta:threshold=0.9@16',
    'cges:confidence=lns-geom,gamma=0.5@16',
    'cges:confidence=lns-geom,gamma=0.5,minSamples=3@16',
    'cges:confidence=lns-geom,gamma=0.5,support=4@16',
    'cges:confidence=lns-geom,gamma=0.5,otherStops=true@16',
  )
  expect(new Set(names).size).toBe(names.length)
  expect(names).toContain('ASC-β .9')
  expect(names).toContain('CGES lns-geom γ .5, K=4')
})

test('a method this page does not know keeps the API’s name, budget and all', () => {
  const known = methodReport(specOf('sc@16'), NONE)
  const unknown = JSON.parse('{"method":"newer","budget":8}')
  const named = nameMethods([known, { ...known, spec: unknown, label: 'newer:x=1@8' }])
  expect(named.map(({ name }) => name)).toEqual(['SC @16', 'newer:x=1@8'])
})
