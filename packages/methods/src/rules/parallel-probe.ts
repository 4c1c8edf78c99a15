import { answerAt, type Branch, branching, type Growth, hasEnded, isGrowing, voteAt } from './branches.js'
import { count, share } from './parameter.js'
import { trialRule } from './rule.js'

type Spec = {
  readonly leastBranches: number
  readonly pruneAfter: number
  readonly pruneShare: number
  readonly stable: number
  readonly warmUpProbes: number
  readonly budget: number
}

/**
 * Parallel-Probe: all samples grow side by side and are probed for a partial answer. It stops once the same answer has led
 * for `stable` probes, and ends a sample that disagreed with it for `pruneAfter` of them. Source: arXiv 2602.03845, and its
 * authors' code (`zhengkid/Parallel-Probe`); docs/methods.md has what they leave open.
 */
export const PARALLEL_PROBE = trialRule({
  ...branching(grow),
  name: 'parallel-probe',
  family: 'votes',
  title: 'Parallel-Probe',
  about:
    'probes all unfinished samples for an answer, ends those that keep disagreeing, and stops once the leader has not changed for long; saves tokens, in replays only',
  example: 'parallel-probe@16',
  documented: {
    stopsAfter: 'each probe of B unfinished samples',
    test: 'the same answer has led for 18 probes',
    answer: 'plurality of the partial answers',
    source: 'arXiv 2602.03845',
  },
  parameters: {
    leastBranches: { ...count('so many samples are never ended for disagreeing'), preset: 3 },
    pruneAfter: {
      ...count('ends a sample that disagreed with the leader at so many probes in a row', { of: 'probes' }),
      preset: 3,
    },
    pruneShare: {
      ...share('samples are ended for disagreeing only while the leader has at least this share of the votes'),
      preset: 0.5,
    },
    stable: {
      ...count('it stops once the leader was the same at so many probes in a row', { of: 'probes' }),
      preset: 18,
    },
    warmUpProbes: {
      ...count('probes before it may stop, or end a sample', { of: 'probes', from: 0 }),
      preset: 10,
    },
  },
  look: { hue: 'dsc', shape: 'cup' },
  swept: null,
})

function grow(spec: Spec, branches: readonly Branch[]): Growth {
  const pruning = { ends: branches.map(() => Infinity), disagreed: branches.map(() => 0) }
  const { ends } = pruning
  let leader: string | null = null
  let stood = 0
  let probe = 0
  for (; isGrowing(branches, ends, probe); probe += 1) {
    const winner = voteAt(branches, ends, probe)
    stood = winner !== null && winner.answer === leader ? stood + 1 : 1
    leader = winner?.answer ?? null
    if (winner === null || probe < spec.warmUpProbes) continue
    if (stood >= spec.stable) return { winner, isEarly: true, ends: ends.map((end) => Math.min(end, probe)) }
    if (winner.share >= spec.pruneShare) prune(spec, branches, pruning, { probe, leader: winner.answer })
  }
  return { winner: voteAt(branches, ends, probe), isEarly: false, ends }
}

/** Counts who disagrees at a probe, and ends those that have for long. */
function prune(
  { leastBranches, pruneAfter }: Spec,
  branches: readonly Branch[],
  { ends, disagreed }: { readonly ends: number[]; readonly disagreed: number[] },
  { probe, leader }: { readonly probe: number; readonly leader: string },
): void {
  let kept = ends.filter((end) => end === Infinity).length
  if (kept <= leastBranches) return
  for (const [at, branch] of branches.entries()) {
    if (ends[at] !== Infinity || hasEnded(branch, probe)) continue
    const times = answerAt(branch, probe) === leader ? 0 : (disagreed[at] ?? 0) + 1
    disagreed[at] = times
    if (times < pruneAfter || kept <= leastBranches) continue
    ends[at] = probe
    kept -= 1
  }
}
