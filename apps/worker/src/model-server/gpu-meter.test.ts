import fc from 'fast-check'
import { expect, it } from 'vitest'
import { GpuMeter, type GpuUse } from './gpu-meter.js'

function metered(gpus = 1) {
  const clock = { ms: 0 }
  return { clock, meter: new GpuMeter(gpus, () => clock.ms) }
}

it('gives a request alone all the time it took, times the GPUs', () => {
  const { clock, meter } = metered(4)
  clock.ms = 5000
  const use = meter.begin()
  clock.ms = 6500
  use.generated(10)
  clock.ms = 7000
  expect(use.end()).toBe(8000)
  clock.ms = 9000
  expect(use.end()).toBe(8000)
})

it('splits time by the tokens that came in it, and evenly while none come', () => {
  const { clock, meter } = metered()
  const slow = meter.begin()
  const fast = meter.begin()
  clock.ms = 100
  slow.generated(10)
  fast.generated(30)
  clock.ms = 1000
  slow.generated(10)
  // The first 1,000 ms: 10 of 40 tokens and 30 of 40. The next 1,000: none.
  clock.ms = 2000
  expect(slow.end()).toBeCloseTo(250 + 500, 9)
  expect(fast.end()).toBeCloseTo(750 + 500, 9)
})

it('hands out just the time in which a request was running, whatever happens in which order', () => {
  const step = fc.record({
    afterMs: fc.integer({ min: 0, max: 900 }),
    do: fc.constantFrom('begin', 'tokens', 'end'),
    which: fc.nat(9),
    tokens: fc.nat(50),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const { clock, meter } = metered(2)
      const open: { use: GpuUse; tokens: number }[] = []
      let busyMs = 0
      let usedMs = 0
      const end = (at: number) => {
        const ended = open.splice(at, 1)[0]?.use.end() ?? 0
        expect(ended).toBeGreaterThanOrEqual(0)
        usedMs += ended
      }
      for (const { afterMs, do: act, which, tokens } of steps) {
        clock.ms += afterMs
        if (open.length > 0) busyMs += afterMs
        const chosen = open[which % Math.max(1, open.length)]
        if (act === 'begin') open.push({ use: meter.begin(), tokens: 0 })
        else if (chosen !== undefined && act === 'tokens') chosen.use.generated((chosen.tokens += tokens))
        else if (chosen !== undefined) end(open.indexOf(chosen))
      }
      while (open.length > 0) end(0)
      expect(usedMs).toBeCloseTo(2 * busyMs, 6)
    }),
  )
})
