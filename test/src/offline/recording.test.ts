import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { cges } from '../cli/run-cges.js'

const RECORDING = fileURLToPath(new URL('../../../packages/tiny-llama/recording.jsonl.gz', import.meta.url))

it('replays the recording that comes with the checkout, reading every answer as its model was measured', async () => {
  const methods = 'sc@16;cges:confidence=lns-arith,gamma=0.99@16'
  const run = cges(['replay', RECORDING, '--methods', methods])
  expect(await run.code, run.err()).toBe(0)
  expect(run.out() + run.err()).toContain('in a box or behind a marker 100.0 % (55.9 % of these right)')
  const [, sc] = /^sc@16 +(\d+\.\d) ±/m.exec(run.out()) ?? []
  const [, calls] = /^cges:\S+ .* (\d+\.\d+) ± \S+ +\d+\.\d %/m.exec(run.out()) ?? []
  // The vote of 16, ties shared, measured by another program: 78.8 %.
  expect(Math.abs(Number(sc) - 78.8)).toBeLessThan(1)
  expect(Number(calls)).toBeLessThan(9)
})

const PROBED = fileURLToPath(new URL('../../../packages/tiny-llama/partials.jsonl.gz', import.meta.url))

it('replays rules on partial answers beside others on the recording that has them, and says why not on others', async () => {
  const run = cges(['replay', PROBED, '--seeds', '2', '--budget', '32'])
  expect(await run.code, run.err()).toBe(0)
  expect(run.err()).toContain('partial answers: in 9,600 of 9,600 samples')
  expect(run.out()).toMatch(/tokens +sequential +probe tokens\n/u)
  for (const method of ['sc@32', 'esc', 'asc-beta@32', 'cges', 'parallel-probe@32', 'margin-retained@32'])
    expect(run.out()).toMatch(new RegExp(`^${method}`, 'mu'))
  const tokensOf = (method: string): number =>
    Number(new RegExp(`^${method} .* %  *(\\d+) ±`, 'mu').exec(run.out())?.[1])
  expect(tokensOf('margin-retained@32')).toBeLessThan(tokensOf('sc@32'))
  expect(tokensOf('parallel-probe@32')).toBe(tokensOf('sc@32'))

  const without = cges(['replay', RECORDING, '--seeds', '1', '--methods', 'sc@16;margin-retained@16'])
  expect(await without.code, without.err()).toBe(5)
  expect(without.out()).toMatch(/^not run: margin-retained\S+: the file has no partial answers \(partials\)$/mu)
  expect(without.out()).not.toContain('probe tokens')
})
