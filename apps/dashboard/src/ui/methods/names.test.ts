import { expect, test } from 'vitest'
import { methodName, nameMethods } from './names'
import { reportFixture } from './report-fixture'

const namesOf = (...texts: string[]) => nameMethods(texts.map((text) => reportFixture(text))).map(({ name }) => name)

test('methods are named the way people say them', () => {
  const texts = ['sc@16', 'esc:window=4@16', 'asc-beta@16', 'cges:confidence=lns-arith,gamma=0.99@16']
  expect(namesOf(...texts)).toEqual(['SC', 'ESC w=4', 'ASC-β', 'CGES lns-arith γ .99'])
})

test('a rule of one’s own is told as one', () => {
  expect(methodName({ label: 'external:name=two-ahead@16' })).toBe('External two-ahead')
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
