import fc from 'fast-check'
import { expect, it } from 'vitest'
import { liveDifference, PAIRED_PRIOR, type PairedPrefix } from './live-difference.js'
import { liveInterval } from './live-interval.js'

const prefixes = (most: number) =>
  fc.integer({ min: 1, max: most }).chain((trials) =>
    fc.integer({ min: 1, max: trials }).chain((closed) =>
      fc.tuple(fc.nat(closed), fc.nat(closed)).map(([a, b]): PairedPrefix => {
        const [first = 0, second = 0] = [a, b].toSorted((x, y) => x - y)
        return { trials, closed, wins: first, losses: second - first, unknown: 0 }
      }),
    ),
  )

function choose(n: number, k: number): number {
  if (k < 0 || k > n) return 0
  let ways = 1
  for (let at = 1; at <= k; at += 1) ways = (ways * (n - k + at)) / at
  return ways
}

/** The prior's chance of the counts seen: an urn whose balls are put back with one more of their kind. */
function expected({ closed, wins, losses }: PairedPrefix): number {
  const ties = closed - wins - losses
  let chance = choose(closed, wins) * choose(closed - wins, losses)
  let drawn = 0
  for (const [count, weight] of [
    [wins, PAIRED_PRIOR.wins],
    [losses, PAIRED_PRIOR.losses],
    [ties, PAIRED_PRIOR.ties],
  ] as const) {
    for (let seen = 0; seen < count; seen += 1, drawn += 1) chance *= (weight + seen) / (6 + drawn)
  }
  return chance
}

/** The smallest and largest difference of all divisions that are kept, by trying every one. */
function keptByTrying({ trials, closed, wins, losses }: PairedPrefix): [number, number] {
  const ties = closed - wins - losses
  const kept: number[] = []
  for (let won = wins; won <= trials; won += 1) {
    for (let lost = losses; won + lost <= trials - ties; lost += 1) {
      const chance =
        (choose(won, wins) * choose(lost, losses) * choose(trials - won - lost, ties)) / choose(trials, closed)
      if (chance > 0.05 * expected({ trials, closed, wins, losses, unknown: 0 })) kept.push(won - lost)
    }
  }
  return [Math.min(...kept), Math.max(...kept)]
}

it('keeps what trying every division keeps', () => {
  for (const trials of [1, 2, 3, 5, 9, 16]) {
    for (let closed = 1; closed <= trials; closed += 1) {
      for (let wins = 0; wins <= closed; wins += 1) {
        for (let losses = 0; wins + losses <= closed; losses += 1) {
          const prefix = { trials, closed, wins, losses, unknown: 0 }
          const { low, high } = liveDifference(prefix)
          expect([Math.round(low * trials), Math.round(high * trials)], JSON.stringify(prefix)).toEqual(
            keptByTrying(prefix),
          )
        }
      }
    }
  }
})

it('holds the difference seen, is mirrored, and is exact once every trial is closed', () => {
  fc.assert(
    fc.property(prefixes(20_000), (prefix) => {
      const { trials, closed, wins, losses } = prefix
      const { value, low, high, n } = liveDifference(prefix)
      expect([value, n]).toEqual([(wins - losses) / closed, closed])
      expect(low * trials).toBeLessThanOrEqual(value * trials + 1)
      expect(high * trials).toBeGreaterThanOrEqual(value * trials - 1)
      const mirrored = liveDifference({ ...prefix, wins: losses, losses: wins })
      expect([mirrored.low, mirrored.high]).toEqual([0 - high, 0 - low])
      const done = liveDifference({ ...prefix, trials: closed })
      expect([done.low, done.high]).toEqual([value, value])
    }),
  )
})

it('is narrower than what the two accuracies alone would say, where both are mostly alike', () => {
  const { low, high } = liveDifference({ trials: 240, closed: 60, wins: 2, losses: 1, unknown: 0 })
  const one = liveInterval({ trials: 240, closed: 60, right: 50, unknown: 0 })
  expect(high - low).toBeLessThan(one.high - one.low)
})

it('takes what is not known both ways', () => {
  const all = liveDifference({ trials: 100, closed: 40, wins: 5, losses: 3, unknown: 4 })
  expect(all.low).toBe(liveDifference({ trials: 100, closed: 40, wins: 5, losses: 7, unknown: 0 }).low)
  expect(all.high).toBe(liveDifference({ trials: 100, closed: 40, wins: 9, losses: 3, unknown: 0 }).high)
  expect(all.value).toBe(2 / 36)
})

it('refuses counts that cannot be', () => {
  const possible = { trials: 10, closed: 4, wins: 1, losses: 1, unknown: 1 }
  for (const wrong of [{ closed: 0 }, { closed: 11 }, { wins: 3 }, { losses: -1 }, { unknown: 4 }, { wins: 0.5 }]) {
    expect(() => liveDifference({ ...possible, ...wrong }), JSON.stringify(wrong)).toThrow(RangeError)
  }
})
