import { countedOf } from './counted.js'
import { notComparedWords } from './note-words.js'
import type { LeftOutNote, PairNote } from './schemas/notes.js'

/** Says in a few words why a pair of methods has no paired difference, to be read after a colon. */
export function pairNoteWords(note: PairNote): string {
  switch (note.kind) {
    case 'not_done':
      return `“${note.why}” is not done: nothing is judged before`
    case 'partly_judged':
      return `“${note.why}”: another program’s verdicts are there for ${countedOf(note.counts.judged, note.counts.trials, 'trial')} as they are graded now: import the others`
    case 'other_questions':
      return 'they are of other benchmarks, or of other revisions of one'
    case 'none_in_common':
      return 'none of their questions is the same'
    default:
      return `“${note.why}”: ${notComparedWords({ ...note, why: null })}`
  }
}

/** Says in a few words why a suite’s table leaves an evaluation out. */
export function leftOutWords(note: LeftOutNote): string {
  switch (note.kind) {
    case 'no_room':
      return `a table has at most ${note.counts.columns} columns`
    case 'superseded':
      return `a newer evaluation of ${note.why} is in the table`
  }
}
