import { expect, it } from 'vitest'
import { offerGamma } from './offer-gamma.js'

const filled = (method: unknown) => {
  const notes: string[] = []
  return { method: offerGamma(method, (text) => notes.push(text)), notes: notes.length }
}

it('offers a gamma to a CGES method without one, and says so', () => {
  expect(filled('cges:confidence=lns-arith')).toEqual({ method: 'cges:confidence=lns-arith,gamma=0.99', notes: 1 })
  expect(filled('cges:confidence=mars@8')).toEqual({ method: 'cges:confidence=mars,gamma=0.99@8', notes: 1 })
  expect(filled('cges')).toEqual({ method: 'cges:gamma=0.99', notes: 1 })
})

it('leaves every other method as it is', () => {
  const object = { method: 'cges', confidence: 'mars' }
  for (const method of ['sc@8', 'cges:confidence=mars,gamma=0.9', 'cgesx', object, 7]) {
    expect(filled(method)).toEqual({ method, notes: 0 })
  }
})
