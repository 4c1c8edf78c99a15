import { expect, it } from 'vitest'
import { comparisonText } from './compare-command.js'

it('says that nothing is paired where no method is in both, and how to pair', () => {
  const comparison = {
    evaluations: [],
    leftOut: [],
    gone: [],
    methodsLeftOut: [],
    settings: [],
    pairs: [],
    with: 'base' as const,
    base: 'a',
  }
  const text = comparisonText(comparison, { margin: 0.01, resamples: 0, pairs: [], averages: [] })
  expect(text.join('\n')).toContain('Nothing is paired: no method is in both at one budget')
  expect(text.join('\n')).not.toContain('compared')
})
