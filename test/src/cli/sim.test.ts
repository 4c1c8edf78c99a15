import { expect, it } from 'vitest'
import { cges } from './run-cges.js'

it('serves a simulated model until it is told to stop', async () => {
  const sim = cges(['sim', '--port', '0', '--model', 'trial-model', '--time-scale', '0'])
  await sim.says('listening')
  const { listening } = JSON.parse(sim.out())
  const models = await (await fetch(`${listening}/v1/models`)).json()
  expect(models.data).toMatchObject([{ id: 'trial-model', owned_by: 'cges-fleet-simulator' }])
  sim.process.kill('SIGINT')
  expect(await sim.code).toBe(0)
  await expect(fetch(`${listening}/v1/models`)).rejects.toThrow()
})

it('says which setting is wrong', async () => {
  const sim = cges(['sim', '--slots', 'many'])
  expect(await sim.code).toBe(1)
  expect(sim.err()).toContain('MAX_NUM_SEQS must be a whole number')
  expect(sim.err()).not.toMatch(/^\s+at /m)
})
