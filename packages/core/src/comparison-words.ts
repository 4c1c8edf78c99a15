import { countedOf } from './counted.js'
import { notComparedWords } from './note-words.js'
import type { LeftOutNote, PairNote } from './schemas/notes.js'

/** Says in a few words why a pair of methods has no paired difference, to be read after a colon. */
export function pairNoteWords(note: PairNote): string {
  switch (note.kind) {
    case 'not_done':
      return `“${note.why}” is not finished`
    case 'decided':
      return `“${note.why}” stopped early, and what it finished is no random part of its questions; extend it to compare it`
    case 'other_order':
      return 'both stopped early, in random orders of their own; extend one of them, or run both with the same seed'
    case 'partly_judged':
      return `“${note.why}” has imported verdicts for ${countedOf(note.counts.judged, note.counts.trials, 'question')} only; import the others`
    case 'other_questions':
      return 'their benchmarks or benchmark revisions differ'
    case 'none_in_common':
      return 'they share no question'
    default:
      return `“${note.why}”: ${notComparedWords({ ...note, why: null })}`
  }
}

/** Says in a few words why a suite’s table leaves an evaluation out. */
export function leftOutWords(note: LeftOutNote): string {
  switch (note.kind) {
    case 'no_room':
      return `a table has at most ${note.counts.columns} columns`
    case 'other_run':
      return `another run of ${note.why} is in the table`
  }
}
