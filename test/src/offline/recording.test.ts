import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { cges } from '../cli/run-cges.js'

const RECORDING = fileURLToPath(new URL('../../../packages/tiny-llama/recording.jsonl.gz', import.meta.url))

it('replays the recording that comes with the checkout, reading every answer as its model was measured', async () => {
  const methods = 'sc@16;cges:confidence=lns-arith,gamma=0.99@16'
  const run = cges(['replay', RECORDING, '--methods', methods])
  expect(await run.code, run.err()).toBe(0)
  expect(run.out() + run.err()).toContain('marked 100.0 % (55.9 % right)')
  const [, sc] = /^sc@16 +(\d+\.\d) ±/m.exec(run.out()) ?? []
  const [, calls] = /^cges:\S+ .* (\d+\.\d+) ± \S+ +\d+\.\d %/m.exec(run.out()) ?? []
  // The vote of 16, ties shared, measured by another program: 78.8 %.
  expect(Math.abs(Number(sc) - 78.8)).toBeLessThan(1)
  expect(Number(calls)).toBeLessThan(9)
})
