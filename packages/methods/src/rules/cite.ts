import { majorityEvidence } from '../vote-evidence.js'
import { trialRule } from './rule.js'
import { LEVEL, levelShare, reaches, sureness, SWEPT_LEVEL } from './level.js'
import { COUNTING } from './counting.js'
import { decideByWatching, pathByWatching, type Watcher } from './watching.js'

/**
 * Certification by intersection-union testing: an answer is certified when its evidence against every rival, those not
 * seen included, reaches 1/α. The paper certifies an answer named beforehand. Here the k-th answer to appear is a
 * target at level 6α/(πk)², by the samples after its appearance, so that the levels of all targets add up to α and,
 * whenever one looks, a stop on anything but the mode has a probability of at most that. Source: arXiv 2605.05873,
 * without its weighted form.
 */
export const CITE = trialRule({
  ...COUNTING,
  name: 'cite',
  family: 'votes',
  title: 'CITE',
  about: 'certifies at every look that no rival, seen or not, is likelier than the answer',
  example: 'cite:alpha=0.1@16',
  documented: {
    stopsAfter: 'any valid sample',
    test: 'evidence against every rival ≥ 1/α, for targets that share α',
    answer: 'the certified one, else plurality',
    source: 'arXiv 2605.05873',
  },
  parameters: { alpha: LEVEL },
  look: { hue: 'asc-dirichlet', shape: 'house' },
  swept: SWEPT_LEVEL,
  path: ({ alpha }, votes, answers) => pathByWatching(watch(alpha), votes, answers),
  bar: ({ alpha }) => 1 - alpha,
  decide: ({ alpha, budget }, prefix) => decideByWatching(watch(alpha), budget, prefix),
})

/** An answer that could be certified, with the votes since it appeared. */
type Target = {
  readonly answer: string
  /** Its part of the level. */
  readonly share: number
  /** The votes that each earlier answer had when this one appeared. */
  readonly before: Uint16Array
  votes: number
  /** Those of its strongest rival. */
  rival: number
}

type Certificate = { readonly answer: string; readonly evidence: number }

function watch(alpha: number): Watcher {
  const targets: Target[] = []
  const places = new Map<string, number>()
  const counts: number[] = []
  let best: Certificate | null = null
  return {
    see(answer) {
      const place = places.get(answer) ?? counts.length
      const votes = (counts[place] ?? 0) + 1
      counts[place] = votes
      for (const [at, target] of targets.entries()) {
        if (at === place) target.votes += 1
        else target.rival = Math.max(target.rival, votes - (target.before[place] ?? 0))
      }
      if (place === targets.length) {
        places.set(answer, place)
        const share = levelShare(place + 1)
        targets.push({ answer, share, before: Uint16Array.from(counts), votes: 0, rival: 0 })
      }
      best = surest(targets)
    },
    stops: () => best !== null && reaches(best.evidence, alpha),
    score: () => sureness(best?.evidence ?? 0),
    leader: () => (best !== null && reaches(best.evidence, alpha) ? best.answer : null),
  }
}

/**
 * The target with the largest evidence against its strongest rival, weighed by its share of the level. A target that is
 * not ahead of its rival has no evidence; each one ahead has fewer votes than the one before it, so that they are few.
 */
function surest(targets: readonly Target[]): Certificate | null {
  let best: Certificate | null = null
  for (const { answer, share, votes, rival } of targets) {
    if (votes <= rival) continue
    const evidence = majorityEvidence(votes, rival) + Math.log(share)
    if (best === null || evidence > best.evidence) best = { answer, evidence }
  }
  return best
}
