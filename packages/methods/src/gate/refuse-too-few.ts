/** With fewer the shape of the distribution cannot be estimated. */
const FEWEST = 20

/** Throws a RangeError if there are too few first answers to learn a gate from. */
export function refuseTooFew(answers: number): void {
  if (answers >= FEWEST) return
  throw new RangeError(`a gate is learned from the first answers of ${FEWEST} questions at least, not ${answers}`)
}
