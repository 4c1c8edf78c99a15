import type { SubmissionNote } from './submission-note.js'

/** Says a note in a sentence or two. */
export function submissionNoteWords({ kind, counts }: SubmissionNote): string {
  switch (kind) {
    case 'temperature_zero':
      return 'At temperature 0 all samples of a question are one text. Votes and saved calls mean nothing then: set a higher temperature to compare methods.'
    case 'seed_ignored':
      return `${counts['servers'] === 1 ? 'A server' : `${counts['servers']} servers`} of this pool ignored the seed when checked: other seeds gave the same text. The evaluation is paused if its samples turn out to be copies.`
  }
}
