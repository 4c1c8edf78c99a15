import { describe, expect, it } from 'vitest'
import { ANSWER_CASES } from './inputs/answers.js'
import type { Case } from './inputs/input.js'
import { LOG_CASES } from './inputs/logs.js'
import { METHOD_CASES } from './inputs/methods.js'
import { PROMPT_CASES } from './inputs/prompts.js'
import { BOUNDS, growthFault } from './judge/growth.js'
import { measureGrowth } from './judge/measure-growth.js'
import { growthTable, type Row } from './judge/growth-table.js'

function judged(cases: readonly Case[]): { readonly rows: Row[]; readonly faults: string[] } {
  const faults: string[] = []
  const rows = cases.map(({ input, shape, limit, work, exponent = BOUNDS.exponent }) => {
    const bounds = { ...BOUNDS, exponent }
    const growth = measureGrowth(work, limit, bounds)
    const fault = growthFault(growth, bounds)
    if (fault !== null) faults.push(`${input} of ${limit} as ${shape} ${fault}`)
    return { input, shape, limit, ...growth }
  })
  return { rows, faults }
}

describe('no work whose size a tenant chooses grows faster than its size, or keeps a loop from others', () => {
  it.each([
    ['answers and responses', ANSWER_CASES],
    ['prompt templates', PROMPT_CASES],
    ['methods and tokens', METHOD_CASES],
    ['logs', LOG_CASES],
  ])('%s', (_, cases) => {
    const { rows, faults } = judged(cases)
    console.info(growthTable(rows))
    expect(faults).toEqual([])
  })
})
