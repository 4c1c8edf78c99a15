import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chooseToken, drawnToken } from './sampling.js'

const PLAIN = { temperature: 1, topP: 1, topK: 0, minP: 0 }
const LOGITS = Float32Array.from([0.5, 0.1, 0.25, 0.15].map(Math.log))

/** How often each token is chosen, over evenly spread chances. */
function shares(changes: Partial<typeof PLAIN>): number[] {
  const counts = [0, 0, 0, 0]
  for (let at = 0; at < 1000; at += 1) {
    const token = chooseToken(LOGITS, { ...PLAIN, ...changes }, (at + 0.5) / 1000)
    counts[token] = (counts[token] ?? 0) + 1
  }
  return counts.map((count) => count / 1000)
}

test.each([
  [{}, [0.5, 0.1, 0.25, 0.15]],
  [{ temperature: 0.5 }, [0.725, 0.029, 0.181, 0.065]],
  [{ temperature: 0 }, [1, 0, 0, 0]],
  [{ topP: 0.75 }, [0.667, 0, 0.333, 0]],
  [{ topP: 0.76 }, [0.556, 0, 0.278, 0.167]],
  [{ topP: 0.01 }, [1, 0, 0, 0]],
  [{ topK: 2 }, [0.667, 0, 0.333, 0]],
  [{ minP: 0.29 }, [0.556, 0, 0.278, 0.167]],
  [{ minP: 0.31 }, [0.667, 0, 0.333, 0]],
  [{ topK: 3, topP: 0.7 }, [0.667, 0, 0.333, 0]],
  [{ minP: 0.31, topP: 0.6 }, [1, 0, 0, 0]],
])('%j', (changes, expected) => {
  shares(changes).forEach((share, token) => expect(share).toBeCloseTo(expected[token] ?? -1, 2))
})

test('log-probabilities are of the whole distribution, and the likeliest come first', () => {
  const logits = fc.array(fc.float({ min: -30, max: 30, noNaN: true }), { minLength: 4, maxLength: 40 })
  fc.assert(
    fc.property(logits, fc.nat(3), (values, id) => {
      const drawn = drawnToken(Float32Array.from(values), id, values.length)
      const mass = drawn.likeliest.reduce((sum, { logprob }) => sum + Math.exp(logprob), 0)
      expect(mass).toBeCloseTo(1, 9)
      expect(drawn.likeliest.find((one) => one.id === id)?.logprob).toBe(drawn.logprob)
      const falling = drawn.likeliest.map(({ logprob }) => logprob)
      expect(falling).toEqual(falling.toSorted((one, other) => other - one))
    }),
  )
})
