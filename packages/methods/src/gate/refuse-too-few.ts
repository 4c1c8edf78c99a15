/** With fewer a shape cannot be told. */
const FEWEST = 20

/** Throws a RangeError where first answers are too few to learn a gate from. */
export function refuseTooFew(answers: number): void {
  if (answers >= FEWEST) return
  throw new RangeError(`a gate is learned from the first answers of ${FEWEST} questions at least, not ${answers}`)
}
