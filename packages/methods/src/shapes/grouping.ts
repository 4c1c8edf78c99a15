import type { CountGroups } from './shape-model.js'

/** Keeps how many answers have each count while votes come in. */
export class Grouping {
  readonly #counts = new Map<string, number>()
  readonly #groups = new Map<number, number>()

  /** From the smallest count up, so that votes that fall apart alike are judged alike to the last bit, whatever their order. */
  get groups(): CountGroups {
    return new Map([...this.#groups].toSorted(([one], [other]) => one - other))
  }

  /** Takes in a vote; null has no answer and changes nothing. */
  see(answer: string | null): void {
    if (answer === null) return
    const before = this.#counts.get(answer) ?? 0
    this.#counts.set(answer, before + 1)
    const alike = this.#groups.get(before) ?? 0
    if (alike > 1) this.#groups.set(before, alike - 1)
    else this.#groups.delete(before)
    this.#groups.set(before + 1, (this.#groups.get(before + 1) ?? 0) + 1)
  }
}

/** Counts how many answers have each count of votes. */
export function groupAnswers(answers: Iterable<string | null>): CountGroups {
  const grouping = new Grouping()
  for (const answer of answers) grouping.see(answer)
  return grouping.groups
}
