import type { LogQuestion } from '../log-entry.js'

interface Tally {
  readonly grade: number
  readonly votes: Map<string, { count: number; readonly isRight: boolean }>
  isGradable: boolean
}

/** Votes of the questions of which a log grades one answer and no sample, beside those grades. */
export class QuestionVotes {
  readonly #tallies = new Map<string, Tally>()

  /** Counts a sample's answer, null if it has none; `isRight` is null without a reference answer. */
  add({ id, grade }: LogQuestion, voteKey: string | null, isRight: boolean | null): void {
    if (grade == null) return
    const tally = this.#tallies.get(id) ?? { grade, votes: new Map<string, never>(), isGradable: false }
    this.#tallies.set(id, tally)
    if (isRight === null) return
    tally.isGradable = true
    if (voteKey === null) return
    const vote = tally.votes.get(voteKey) ?? { count: 0, isRight }
    vote.count += 1
    tally.votes.set(voteKey, vote)
  }

  get counts() {
    const all = [...this.#tallies.values()]
    const voted = all.filter(({ isGradable }) => isGradable).map((tally) => ({ ...tally, right: votedRight(tally) }))
    return {
      gradedQuestions: all.length,
      questionsRight: all.reduce((sum, { grade }) => sum + grade, 0),
      votedQuestions: voted.length,
      votesRight: voted.reduce((sum, { right }) => sum + right, 0),
      votesAgreed: voted.reduce((sum, { grade, right }) => sum + 1 - Math.abs(grade - right), 0),
    }
  }
}

/** Whether the answer that most samples gave is right, as 1 or 0; of several the first. */
function votedRight({ votes }: Tally): number {
  const [first] = [...votes.values()].toSorted((a, b) => b.count - a.count)
  return Number(first?.isRight ?? false)
}
