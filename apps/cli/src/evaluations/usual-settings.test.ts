import { describe, expect, it } from 'vitest'
import { withUsualSettings } from './usual-settings.js'

const filled = (method: unknown, context: Parameters<typeof withUsualSettings>[2] = {}) => {
  const notes: string[] = []
  return { method: withUsualSettings(method, (text) => notes.push(text), context), notes }
}

describe('withUsualSettings', () => {
  it.each([
    ['cges:confidence=lns-arith', 'cges:confidence=lns-arith,gamma=0.99', 'gamma'],
    ['cges:confidence=mars@8', 'cges:confidence=mars,gamma=0.99@8', 'gamma'],
    ['cges:gamma=0.9', 'cges:gamma=0.9,confidence=lns-arith', 'confidence'],
    ['cges', 'cges:confidence=lns-arith,gamma=0.99', 'confidence and no gamma'],
    ['esc', 'esc:window=4', 'window'],
    [' esc@4', 'esc:window=2@4', 'window'],
    ['esc:answerFrom=window', 'esc:answerFrom=window,window=4', 'window'],
    ['cisc', 'cisc:confidence=lns-arith', 'confidence'],
  ])('fills in what %s lacks, and says so', (method, taken, lacks) => {
    expect(filled(method)).toEqual({ method: taken, notes: [`${method.trim()} names no ${lacks}: taken as ${taken}`] })
  })

  it('takes the signal and the budget that there are', () => {
    expect(filled('cges', { signal: 'rm' }).method).toBe('cges:confidence=rm,gamma=0.99')
    expect(filled('esc', { budget: 5 }).method).toBe('esc:window=2')
    expect(filled('esc@16', { budget: 5 }).method).toBe('esc:window=4@16')
  })

  it('leaves every other method as it is', () => {
    const object = { method: 'cges', confidence: 'mars' }
    for (const method of ['sc@8', 'asc-beta', 'reasc', 'cges:confidence=mars,gamma=0.9', 'cgesx', object, 7]) {
      expect(filled(method)).toEqual({ method, notes: [] })
    }
  })
})
