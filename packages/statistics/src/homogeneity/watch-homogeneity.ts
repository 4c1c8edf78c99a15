import type { AlarmNote } from '@cges-fleet/core'
import { seededRandom } from '@cges-fleet/methods'
import {
  type Capital,
  conformalP,
  growCapital,
  ODDS,
  ORDER_BETS,
  orderBet,
  serverBet,
  startCapital,
  sumOfCapital,
} from './bets.js'

/** The first sample of a trial: trials come in their seeded order, without gaps. */
export interface WatchedSample {
  /** Who drew it; null if that is not known. */
  readonly server: string | null
  readonly right: boolean
}

interface WatchedServer {
  readonly server: string
  readonly drawn: number
  readonly right: number
  readonly capital: Capital
}

/** What differs: one server's answers from the others', or later answers from earlier ones. */
interface HomogeneityAlarm {
  readonly kind: 'server' | 'order'
  /** The server that differs most; null for the order. */
  readonly server: string | null
  /** The trials looked at when it was first raised. */
  readonly at: number
}

/** All that is kept of a run's first samples: it does not grow with them. */
export interface Homogeneity {
  readonly trials: number
  readonly right: number
  readonly order: Capital
  readonly servers: readonly WatchedServer[]
  /** Those since the last whole block. */
  readonly block: readonly WatchedSample[]
  readonly alarm: HomogeneityAlarm | null
}

/** How often each of the two tests may raise an alarm in a run whose samples are alike, looked at all the time. */
const ALARM_ALPHA = 0.01

/** Servers are compared within so many consecutive trials: what all of them do worse later is no server's fault. */
const BLOCK = 16
/** More servers than these are not watched one by one. */
const MOST_SERVERS = 64
/** The share of idle money that is bet at each trial and at each block: a change is expected once in so many. */
const SHARE = { order: 0.005, server: 0.08 } as const

const ORDER_WEIGHTS = ORDER_BETS.map(({ weight }) => weight)
const SERVER_WEIGHTS = ODDS.map(({ weight }) => weight)

/** Returns the state before a run's first sample. */
export function startHomogeneity(): Homogeneity {
  return { trials: 0, right: 0, order: startCapital(ORDER_WEIGHTS), servers: [], block: [], alarm: null }
}

/**
 * Watches whether a run's samples are alike, by server and over its order, as they come: the live interval rests on
 * that. An alarm stays; in a run whose samples are alike each of the two tests raises one with a chance of at most α,
 * however often anyone looks. `seed` breaks ties: with the same one the same samples raise the same alarm.
 *
 * Order: a conformal test martingale (Vovk, Testing randomness online, 2021). Servers: within each block of trials the
 * product of conditional likelihood ratios given its totals, a sequential test stratified by the order (Turner, Ly and
 * Grünwald, Generic E-variables for exact sequential k-sample tests that allow for optional stopping, 2024), each server
 * against all others, averaged over servers.
 */
export function watchHomogeneity(state: Homogeneity, samples: readonly WatchedSample[], seed: string): Homogeneity {
  return samples.reduce((watched, sample) => watchSample(watched, sample, seed), state)
}

function watchSample(state: Homogeneity, sample: WatchedSample, seed: string): Homogeneity {
  if (state.alarm?.kind === 'server') return state
  const trials = state.trials + 1
  const right = state.right + (sample.right ? 1 : 0)
  const tie = seededRandom(`${seed} ${trials}`).next()
  const p = conformalP(sample.right, { wrong: trials - right, all: trials }, tie)
  const order = growCapital(state.order, {
    weights: ORDER_WEIGHTS,
    factors: ORDER_BETS.map((bet) => orderBet(p, bet)),
    share: SHARE.order,
  })
  const block = [...state.block, sample]
  const watched = { ...state, trials, right, order, block }
  const whole = block.length < BLOCK ? watched : { ...watched, servers: watchBlock(state.servers, block), block: [] }
  const alarm = alarmOf(whole)
  // What was raised stays; an alarm of the order may turn out to be a server's.
  if (state.alarm === null || alarm?.kind === 'server') return { ...whole, alarm: raisedAt(alarm, state) }
  return { ...whole, alarm: state.alarm }
}

function raisedAt(alarm: HomogeneityAlarm | null, { alarm: before }: Homogeneity): HomogeneityAlarm | null {
  return alarm === null || before === null ? alarm : { ...alarm, at: before.at }
}

function watchBlock(servers: readonly WatchedServer[], block: readonly WatchedSample[]): WatchedServer[] {
  const known = block.filter(({ server }) => server !== null)
  const fresh = [...new Set(known.map(({ server }) => server ?? ''))].filter(
    (name) => !servers.some(({ server }) => server === name),
  )
  const started = fresh.map((server) => ({ server, drawn: 0, right: 0, capital: startCapital(SERVER_WEIGHTS) }))
  const all = known.length
  const allRight = known.filter((sample) => sample.right).length
  return [...servers, ...started].slice(0, MOST_SERVERS).map((each) => {
    const ofServer = known.filter(({ server }) => server === each.server)
    const counts = { drawn: ofServer.length, right: ofServer.filter((sample) => sample.right).length, all, allRight }
    const factors = ODDS.map(({ odds }) => serverBet(counts, odds))
    const capital = growCapital(each.capital, { weights: SERVER_WEIGHTS, factors, share: SHARE.server })
    return { server: each.server, drawn: each.drawn + counts.drawn, right: each.right + counts.right, capital }
  })
}

/** Servers share the error rate by when they came: 1/2, 1/6, 1/12 …, which sums to 1 however many come. */
function alarmOf({ trials, order, servers }: Homogeneity): HomogeneityAlarm | null {
  const parts = servers.map(({ server, capital }, at) => ({
    server,
    part: sumOfCapital(capital) / ((at + 1) * (at + 2)),
  }))
  const spare = 1 / (servers.length + 1)
  if (parts.reduce((sum, { part }) => sum + part, spare) >= 1 / ALARM_ALPHA) {
    const most = servers.reduce((one, other) => (sumOfCapital(other.capital) > sumOfCapital(one.capital) ? other : one))
    return { kind: 'server', server: most.server, at: trials }
  }
  return sumOfCapital(order) >= 1 / ALARM_ALPHA ? { kind: 'order', server: null, at: trials } : null
}

/** The warning of a run's alarm: which server differs and by how much, or that all do; null without one. */
export function alarmWarning({ alarm, servers }: Homogeneity): AlarmNote | null {
  if (alarm === null) return null
  const bad = servers.find(({ server }) => server === alarm.server)
  if (bad === undefined) return { kind: 'answers_changed', counts: { questions: alarm.at }, why: null }
  const others = servers.filter((each) => each !== bad)
  const sum = (of: 'drawn' | 'right') => others.reduce((total, each) => total + each[of], 0)
  const { drawn, right, server } = bad
  const counts = { questions: alarm.at, drawn, right, othersDrawn: sum('drawn'), othersRight: sum('right') }
  return { kind: 'server_differs', counts, why: server }
}
