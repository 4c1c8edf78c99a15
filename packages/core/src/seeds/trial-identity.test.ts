import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { digestLine, trialSeedBase } from './trial-identity.js'

const sha256 = (text: string): Uint8Array => createHash('sha256').update(text, 'utf8').digest()
const identity = { evaluationSeed: 7, benchmarkRevision: 'abc', questionId: 'q"1"', replicate: 2 }

it('is 1,024 times the first 42 bits of the hash of a JSON array', () => {
  const hex = createHash('sha256').update('[7,"abc","q\\"1\\"",2]').digest('hex')
  const bits = BigInt(`0x${hex}`) >> 214n
  expect(trialSeedBase(sha256, identity)).toBe(Number(bits * 1024n))
})

it('leaves room for 1,024 seeds below the largest safe integer', () => {
  expect(trialSeedBase(() => new Uint8Array(32).fill(255), identity) + 1023).toBe(2 ** 52 - 1)
  expect(() => trialSeedBase(() => new Uint8Array(20), identity)).toThrow(RangeError)
})

it('tells trials apart', () => {
  const names = fc.uniqueArray(fc.tuple(fc.nat(), fc.string(), fc.string(), fc.nat()), {
    selector: (parts) => JSON.stringify(parts),
    minLength: 2,
  })
  fc.assert(
    fc.property(names, (identities) => {
      const bases = identities.map(([evaluationSeed, benchmarkRevision, questionId, replicate]) =>
        trialSeedBase(sha256, { evaluationSeed, benchmarkRevision, questionId, replicate }),
      )
      expect(new Set(bases)).toHaveLength(bases.length)
      for (const base of bases) expect(base % 1024).toBe(0)
    }),
  )
})

it('writes one line a verdict', () => {
  const entry = {
    questionId: 'q\n1',
    replicate: 0,
    methodKey: 'sc@4',
    calls: 4,
    answerKey: null,
    reason: 'budget',
  } as const
  expect(digestLine(entry)).toBe('["q\\n1",0,"sc@4",4,null,"budget"]\n')
})
