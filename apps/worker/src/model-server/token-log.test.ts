import { abortedAfter, groupMinima, tokenConfidence } from '@cges-fleet/methods'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { TokenLog } from './token-log.js'

interface Place {
  readonly token: string
  readonly logprob: number
  readonly top_logprobs: readonly { readonly logprob: number }[]
}

const logprob = fc.integer({ min: -900, max: -1 }).map((hundredths) => hundredths / 100)
const place: fc.Arbitrary<Place> = fc
  .array(logprob, { minLength: 2, maxLength: 22 })
  .map((top) => ({ token: 'a', logprob: top[0] ?? 0, top_logprobs: top.map((each) => ({ logprob: each })) }))
const places = fc.array(place, { minLength: 1, maxLength: 80 })
const windows = fc.uniqueArray(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 3 })

const confidencesOf = (all: readonly Place[]) =>
  all.map(({ top_logprobs: top }) => tokenConfidence(top.map((each) => each.logprob)) ?? NaN)

function add(log: TokenLog, all: readonly Place[], perEvent: number): void {
  for (let at = 0; at < all.length; at += perEvent) {
    const some = all.slice(at, at + perEvent)
    log.add(
      some,
      some.map(() => 7),
      true,
    )
  }
}

it('follows confidences as they come to where the whole answer’s are found, however it is cut into events', () => {
  fc.assert(
    fc.property(places, windows, fc.integer({ min: 1, max: 30 }), (all, followed, perEvent) => {
      const log = new TokenLog({ windows: followed, endsBelow: null })
      add(log, all, perEvent)
      const confidences = confidencesOf(all)
      expect(log.of(all.length).minima).toEqual(
        Object.fromEntries(followed.map((window) => [window, groupMinima(confidences, window)])),
      )
      expect(log.endedAfter).toBeNull()
    }),
  )
})

it('tells the token after which every bar is passed, and keeps what is known up to there', () => {
  const bars = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 350, max: 900 })), {
    minLength: 1,
    maxLength: 2,
    selector: ([window]) => window,
  })
  let early = 0
  fc.assert(
    fc.property(places, bars, fc.integer({ min: 1, max: 30 }), (all, below, perEvent) => {
      const endsBelow = Object.fromEntries(below.map(([window, hundredths]) => [window, hundredths / 100]))
      const log = new TokenLog({ windows: below.map(([window]) => window), endsBelow })
      add(log, all, perEvent)
      const confidences = confidencesOf(all)
      // A window that is not full ends nothing before its answer does.
      const passed = below.map(([window, hundredths]) =>
        all.length < window ? null : abortedAfter(groupMinima(confidences, window), hundredths / 100),
      )
      const ended = passed.includes(null) ? null : Math.max(...passed.map((each) => each ?? 0))
      expect(log.endedAfter).toBe(ended)
      if (ended === null) return
      early += 1
      log.cutTo(ended)
      expect([log.count, log.of(ended).logprobs?.length, log.of(ended).tokenIds?.length]).toEqual([ended, ended, ended])
      for (const [window] of below) {
        expect(log.of(ended).minima?.[window]).toEqual(groupMinima(confidences.slice(0, ended), window))
      }
    }),
  )
  expect(early).toBeGreaterThan(10)
})

it('tells nothing after a token without the likeliest beside it, and ends nothing then', () => {
  const [one] = fc.sample(place, 1)
  if (one === undefined) throw new Error('no token')
  const log = new TokenLog({ windows: [1], endsBelow: { 1: 100 } })
  log.add([{ token: 'a', logprob: -1 }], [7], true)
  add(log, [one], 1)
  expect([log.of(2).minima, log.endedAfter]).toEqual([null, null])
})
