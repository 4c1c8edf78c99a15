import { type MethodReport, methodLabel, parseMethodSpec } from '@cges-fleet/core'
import { expect, test } from 'vitest'
import { methodName } from './method-name'
import { nameMethods } from './name-methods'

function report(text: string): MethodReport {
  const parsed = parseMethodSpec(text, 16)
  if (!parsed.ok) throw new Error(parsed.problem)
  return {
    key: text,
    label: methodLabel(parsed.spec),
    spec: parsed.spec,
    trials: 0,
    resolved: 0,
    blocked: 0,
    interim: true,
    accuracy: null,
    accuracyBounds: { low: 0, high: 1 },
    calls: null,
    callsBounds: { low: 1, high: 16 },
    savedAgainstSc: null,
    unresolvedAfter: [1],
  }
}

const namesOf = (...texts: string[]) => nameMethods(texts.map(report)).map(({ name }) => name)

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
  expect(names).toContain('CGES lns-geom γ .5 K=4')
})

test('what this page does not know yet is named as it is written', () => {
  expect(methodName({ label: 'newer:x=0.1,y=2@8' })).toBe('NEWER x=.1 y=2')
})
