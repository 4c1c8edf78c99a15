/** Characters an answer may have; longer text is no answer, since no gold answer is longer. */
export const MAX_ANSWER_LENGTH = 4_000
