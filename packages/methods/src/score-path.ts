import type { MethodSpec } from './method-spec.js'
import { addCgesEvidence, type CgesEvidence } from './add-cges-evidence.js'
import { addVote } from './add-vote.js'
import { ascBetaProbability } from './asc-beta-probability.js'
import { ascDirichletProbability } from './asc-dirichlet-probability.js'
import { cgesPosterior } from './cges-posterior.js'
import { plurality } from './plurality.js'
import { voteConfidence } from './vote-confidence.js'
import type { Vote } from './vote.js'

/**
 * What a method would say after one more call, had it not stopped: the answer that leads, its score in [0, 1], and the
 * score of each answer asked about; CGES's are posteriors, those of all others shares of the votes.
 */
export type ScoreStep = {
  readonly leader: string | null
  readonly score: number | null
  readonly scores: readonly number[]
}

/**
 * Gives a method's view of a trial after each of its samples, those after its stop included, to draw how it came to its
 * decision: step n − 1 stands after n calls. At the stop, `score` is the decision's own. DSC, which looks at other
 * questions too, is shown as the share of the votes. Throws as CGES does.
 */
export function scorePath(spec: MethodSpec, votes: readonly Vote[], answers: readonly string[] = []): ScoreStep[] {
  return spec.method === 'cges' ? cgesPath(spec, votes, answers) : votesPath(spec, votes, answers)
}

type CgesSpec = Extract<MethodSpec, { method: 'cges' }>

function cgesPath(spec: CgesSpec, votes: readonly Vote[], answers: readonly string[]): ScoreStep[] {
  const evidence: CgesEvidence = new Map()
  return votes.map((vote, index) => {
    if (vote.answer !== null)
      addCgesEvidence(evidence, { answer: vote.answer, confidence: voteConfidence(vote, spec.confidence, index + 1) })
    const { candidates, top } = cgesPosterior(evidence, spec.support)
    const scores = new Map(candidates.map(({ answer, score }) => [answer, score]))
    return {
      leader: top?.answer ?? null,
      score: top?.score ?? null,
      scores: answers.map((answer) => scores.get(answer) ?? 0),
    }
  })
}

function votesPath(
  spec: Exclude<MethodSpec, CgesSpec>,
  votes: readonly Vote[],
  answers: readonly string[],
): ScoreStep[] {
  const counts = new Map<string, number>()
  let valid = 0
  return votes.map(({ answer }) => {
    addVote(counts, answer)
    if (answer !== null) valid += 1
    return {
      leader: plurality(counts)?.answer ?? null,
      score: scoreOf(spec, counts),
      scores: answers.map((each) => (valid === 0 ? 0 : (counts.get(each) ?? 0) / valid)),
    }
  })
}

function scoreOf({ method }: MethodSpec, counts: ReadonlyMap<string, number>): number | null {
  const top = plurality(counts)
  if (top === null) return null
  if (method === 'asc-beta') return ascBetaProbability(top.count, top.runnerUp)
  return method === 'asc-dirichlet' ? ascDirichletProbability([...counts.values()]) : top.share
}
