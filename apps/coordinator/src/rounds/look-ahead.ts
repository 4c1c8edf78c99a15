import type { Lookahead } from '@cges-fleet/core'
import { foreseenCalls } from '@cges-fleet/methods'
import { inTurns, type OpenTrial, type PlannedSample } from '@cges-fleet/db'
import { contiguousPrefix } from './contiguous-prefix.js'
import type { KeyedMethod, TrialDecision } from './decide-trial.js'
import { planWithinWindow } from './plan-within-window.js'

interface Decided {
  readonly trial: OpenTrial
  readonly decision: Pick<TrialDecision, 'wanted' | 'change' | 'verdicts'>
  readonly methods: readonly KeyedMethod[]
}

interface Ahead {
  readonly lookahead: Lookahead
  /** How many samples at most. */
  readonly room: number
}

/**
 * Lists samples that will probably be needed, for slots that would stand idle, beyond what each trial is certain to
 * need. The trials with most before them come first, and each gets one sample in turn: the longest question decides
 * when an evaluation ends. Samples are drawn by their index and every rule reads them in that order, so no verdict
 * depends on how many there are. Pure; yields to the event loop, and awaits `between`.
 */
export async function lookAhead(
  decided: readonly Decided[],
  { lookahead, room }: Ahead,
  between?: () => Promise<void>,
): Promise<PlannedSample[]> {
  if (lookahead === 'off' || room <= 0) return []
  const open = decided.filter(({ decision }) => decision.change.state === 'open')
  const chains = await inTurns(open, (each) => chainOf(each, lookahead), between)
  chains.sort((a, b) => b.length - a.length)
  const longest = chains[0]?.length ?? 0
  const inTurn = Array.from({ length: longest }).flatMap((_, at) => chains.flatMap((chain) => chain[at] ?? []))
  return inTurn.slice(0, room)
}

/** A trial's next samples beyond what it certainly needs, within the budgets of the methods that are still open. */
function chainOf({ trial, decision, methods }: Decided, lookahead: Exclude<Lookahead, 'off'>): PlannedSample[] {
  const stopped = new Set([...trial.decided, ...decision.verdicts.map(({ methodKey }) => methodKey)])
  const open = methods.filter(({ key }) => !stopped.has(key))
  const { votes } = contiguousPrefix(trial.samples)
  const upTo =
    lookahead === 'auto'
      ? open.map(({ decide, budget }) => foreseenCalls(decide, votes, budget))
      : open.map(({ budget }) => Math.min(budget, Math.max(decision.wanted, trial.samples.length) + lookahead))
  const asked = Math.max(trial.asked, decision.wanted)
  return planWithinWindow([{ trial: { ...trial, asked }, wanted: Math.max(0, ...upTo) }], Infinity)
}
