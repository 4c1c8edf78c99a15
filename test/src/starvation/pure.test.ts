import { describe, expect, it, vi } from 'vitest'
import { INPUTS } from './inputs/all.js'
import { growthTable } from './judge/growth.js'
import { judgeInputs } from './judge/judge-inputs.js'

/** Thousands of inputs of every size: CPU time is what is judged, and a busy machine gives it slowly. */
vi.setConfig({ testTimeout: 900_000 })
const PATIENCE_MS = 120_000

describe('no work whose size a tenant chooses grows faster than its size, or keeps a loop from others', () => {
  it.each(Object.keys(INPUTS))('%s', async (inputs) => {
    const { rows, faults } = await judgeInputs(inputs, PATIENCE_MS)
    console.info(growthTable(rows))
    expect(rows).toHaveLength(INPUTS[inputs]?.length ?? 0)
    expect(faults).toEqual([])
  })
})

it('names and ends work that would never end', async () => {
  const endless = `const { parentPort } = await import('node:worker_threads')
    parentPort.postMessage({ begins: 'a text' })
    for (;;) {}`
  const { faults } = await judgeInputs('', 500, new URL(`data:text/javascript,${encodeURIComponent(endless)}`))
  expect(faults).toEqual(['a text does not end within 500 ms'])
})
