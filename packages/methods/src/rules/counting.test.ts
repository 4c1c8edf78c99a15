import fc from 'fast-check'
import { expect, it } from 'vitest'
import { plurality } from '../votes.js'
import { Tally } from './counting.js'

const answers = fc.array(fc.option(fc.constantFrom('a', 'b', 'c', 'd')), { maxLength: 40 })

it('knows the two largest counts after every vote, copied or not', () => {
  fc.assert(
    fc.property(answers, (samples) => {
      const tally = new Tally()
      for (const [at, answer] of samples.entries()) {
        tally.see(answer)
        const top = plurality(tally.counts)
        for (const { calls, most, runnerUp } of [tally, tally.copy()]) {
          expect({ calls, most, runnerUp }).toEqual({
            calls: at + 1,
            most: top?.count ?? 0,
            runnerUp: top?.runnerUp ?? 0,
          })
        }
      }
    }),
  )
})
