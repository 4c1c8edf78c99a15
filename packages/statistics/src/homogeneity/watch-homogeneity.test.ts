import { seededRandom } from '@cges-fleet/methods'
import { expect, it } from 'vitest'
import {
  alarmWarning,
  type Homogeneity,
  startHomogeneity,
  type WatchedSample,
  watchHomogeneity,
} from './watch-homogeneity.js'
import { conformalP, ODDS, ORDER_BETS, orderBet, serverBet } from './bets.js'

function choose(n: number, k: number): number {
  let ways = 1
  for (let at = 1; at <= k; at += 1) ways = (ways * (n - k + at)) / at
  return k < 0 || k > n ? 0 : ways
}

it('bets on servers at fair odds: the mean over every division of a block’s right answers is 1', () => {
  for (const { odds } of ODDS) {
    for (const [drawn, all, allRight] of [
      [8, 16, 11],
      [3, 16, 15],
      [1, 2, 1],
      [16, 16, 4],
      [0, 5, 2],
    ] as const) {
      const counts = Array.from({ length: drawn + 1 }, (_, right) => right)
      const mean = counts.reduce((sum, right) => {
        const chance = (choose(drawn, right) * choose(all - drawn, allRight - right)) / choose(all, allRight)
        return chance === 0 ? sum : sum + chance * serverBet({ drawn, right, all, allRight }, odds)
      }, 0)
      expect(mean).toBeCloseTo(1, 9)
    }
  }
})

it('bets on the order at fair odds, and its p is uniform over every order', () => {
  for (const bet of ORDER_BETS) {
    const share = bet.threshold * orderBet(0, bet) + (1 - bet.threshold) * orderBet(0.999, bet)
    expect(share).toBeCloseTo(1, 12)
  }
  const random = seededRandom('p')
  const ps = Array.from({ length: 40_000 }, () => {
    const all = 10
    const answers = Array.from({ length: all }, () => random.next() < 0.7)
    return conformalP(answers.at(-1) ?? false, { wrong: answers.filter((right) => !right).length, all }, random.next())
  })
  for (const below of [0.1, 0.5, 0.9]) expect(ps.filter((p) => p < below).length / ps.length).toBeCloseTo(below, 1.7)
})

/** Two servers in turns, the second right with chances of its own from some sample on. */
function samples(count: number, seed: number, { from = Infinity, all = false, bad = 0.2 } = {}): WatchedSample[] {
  const random = seededRandom(`samples ${seed}`)
  return Array.from({ length: count }, (_, at) => {
    const server = random.next() < 0.5 ? 'a' : 'b'
    const chance = at >= from && (all || server === 'b') ? bad : 0.75
    return { server, right: random.next() < chance }
  })
}

const watched = (of: readonly WatchedSample[], seed = 'run'): Homogeneity =>
  watchHomogeneity(startHomogeneity(), of, seed)

it('raises few alarms where samples are alike, however often it is looked at', () => {
  const runs = 400
  const alarms = Array.from({ length: runs }, (_, run) => watched(samples(600, run), `${run}`).alarm)
  expect(alarms.filter((alarm) => alarm !== null).length / runs).toBeLessThanOrEqual(0.02)
})

it('names the server that goes bad, or the order where all do', () => {
  const one = watched(samples(600, 1, { from: 300 }))
  expect(one.alarm).toMatchObject({ kind: 'server', server: 'b' })
  expect(one.alarm?.at).toBeGreaterThan(300)
  expect(alarmWarning(one)).toMatchObject({ kind: 'server_differs', why: 'b', counts: { questions: one.alarm?.at } })
  const all = watched(samples(600, 2, { from: 300, all: true }))
  expect(all.alarm).toMatchObject({ kind: 'order', server: null })
  expect(alarmWarning(all)).toMatchObject({ kind: 'answers_changed', why: null })
  expect(alarmWarning(watched(samples(100, 3)))).toBeNull()
})

it('is the same in pieces of any size, survives JSON, and does not grow', () => {
  const all = samples(700, 4, { from: 350 })
  let state = startHomogeneity()
  for (let at = 0; at < all.length; at += 37) {
    state = watchHomogeneity(JSON.parse(JSON.stringify(state)) as Homogeneity, all.slice(at, at + 37), 'run')
  }
  expect(state).toEqual(watched(all))
  const many = watched(Array.from({ length: 5000 }, (_, at) => ({ server: `server ${at}`, right: at % 4 > 0 })))
  expect(many.servers).toHaveLength(64)
  expect(JSON.stringify(many).length).toBeLessThan(16_000)
})

it('watches the order alone where nobody knows who drew', () => {
  const unknown = samples(600, 5).map((sample) => ({ ...sample, server: null }))
  expect(watched(unknown)).toMatchObject({ servers: [], alarm: null, trials: 600 })
})
