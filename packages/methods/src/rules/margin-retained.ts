import type { Plurality } from '../votes.js'
import { answerAt, type Branch, branching, type Growth, hasEnded, isGrowing, voteAt } from './branches.js'
import { count, share } from './parameter.js'
import { trialRule } from './rule.js'
import { learnSwitching, probedAs, type Switching } from './switch-model.js'

type Spec = { readonly alpha?: number | undefined; readonly warmUps: number; readonly budget: number }

/** A margin this little above what may be lost is a tie. */
const SLACK = 1e-12

/**
 * Margin stopping (MARS in its paper, where `mars` is a confidence here): all samples grow side by side and are probed for a
 * partial answer. It stops once the leader's margin survives that every sample expected to switch does so to the worst
 * place. Warm-ups drawn whole teach how probable a switch is. Source: arXiv 2606.12935 at γ = 1, and its authors' code
 * (`Wenbo11/MARS`); docs/methods.md has what differs.
 */
export const MARGIN_RETAINED = trialRule({
  ...branching(grow),
  name: 'margin-retained',
  family: 'votes',
  title: 'Margin',
  about:
    'probes all unfinished samples for an answer, and stops once the leader stays ahead wherever those that may still switch go; saves tokens, in replays only',
  example: 'margin-retained@32',
  documented: {
    stopsAfter: 'each probe of B unfinished samples',
    test: 'the margin of those that stay exceeds all that may switch',
    answer: 'plurality of the partial answers',
    source: 'arXiv 2606.12935',
  },
  parameters: {
    alpha: {
      ...share('every unfinished sample switches with this probability; learned from the warm-ups unless given'),
      optional: true,
    },
    warmUps: { ...count('samples drawn whole, which teach how probable a switch is; none with alpha'), preset: 16 },
  },
  look: { hue: 'esc', shape: 'zed' },
  swept: null,
  rounds: (spec, calls) => (calls <= warmUpsOf(spec) || warmUpsOf(spec) === 0 ? 1 : 2),
})

function warmUpsOf({ alpha, warmUps }: Spec): number {
  return alpha === undefined ? warmUps : 0
}

function grow(spec: Spec, given: readonly Branch[]): Growth {
  const warmUps = given.slice(0, warmUpsOf(spec))
  const branches = given.map((branch, at) => (at < warmUps.length ? { ...branch, partials: [] } : branch))
  const ends = branches.map(() => Infinity)
  const chances = branches.map(chancesBy(spec.alpha === undefined ? learnSwitching(warmUps) : () => spec.alpha ?? 1))
  const taught = voteAt(warmUps, ends, Infinity)
  let probe = 0
  for (; isGrowing(branches, ends, probe); probe += 1) {
    const winner = voteAt(branches, ends, probe)
    // Before anything was written partial answers are guesses that all branches may share.
    if (winner === null || (probe === 0 && warmUps.length > 0 && winner.answer !== taught?.answer)) continue
    if (!isSafe(winner, branches, { probe, chances })) continue
    const stopped = ends.map((end, at) => (at < warmUps.length ? end : probe))
    return { winner, isEarly: true, ends: stopped }
  }
  return { winner: voteAt(branches, ends, probe), isEarly: false, ends }
}

/** How probable a branch is to switch after each of its probes. One without an answer will have another. */
function chancesBy(switching: Switching): (branch: Branch) => readonly number[] {
  return ({ partials }) => {
    const known = probedAs(partials)
    return partials.map(({ answer }, probe) => {
      const probed = known[probe]
      return answer === null || probed === undefined ? 1 : switching(probed)
    })
  }
}

/**
 * Whether no challenger is expected to overtake the leader, wherever those go that switch: for each, one without a vote
 * included, the margin among those that stay exceeds the votes that may come to it.
 */
function isSafe(
  { answer: leader }: Plurality,
  branches: readonly Branch[],
  { probe, chances }: { readonly probe: number; readonly chances: readonly (readonly number[])[] },
): boolean {
  const stays = new Map<string, number>()
  const leaves = new Map<string, number>()
  let switching = 0
  for (const [at, branch] of branches.entries()) {
    const answer = answerAt(branch, probe)
    const chance = hasEnded(branch, probe) ? 0 : (chances[at]?.[probe] ?? 1)
    switching += chance
    if (answer === null) continue
    stays.set(answer, (stays.get(answer) ?? 0) + 1 - chance)
    leaves.set(answer, (leaves.get(answer) ?? 0) + chance)
  }
  const retained = stays.get(leader) ?? 0
  if (retained <= switching + SLACK) return false
  return [...stays].every(
    ([answer, stay]) => answer === leader || retained - stay > switching - (leaves.get(answer) ?? 0) + SLACK,
  )
}
