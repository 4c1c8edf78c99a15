import { counted, inNumber } from '@cges-fleet/core'
import { areWhole, grade, type GradedRecordings, gradeText, recordedGrades } from './grade.js'

/**
 * What to know of a file's own grades before trusting an accuracy, a sentence each: answers graded in several ways or
 * between right and wrong, where those grades count, and how many samples they grade otherwise than the reference.
 */
export function gradeNotes(graded: GradedRecordings, asksCoverage = false): string[] {
  const differ = gradesDiffer(graded)
  return [
    ...recordedNotes(graded),
    ...(asksCoverage && !areWhole(graded) ? ['coverage is not computed: it needs grades that are right or wrong'] : []),
    ...(differ > 0
      ? [
          `${counted(differ, 'sample')} ${inNumber(differ, 'is', 'are')} graded otherwise in the file; grades here are by ${graded.grades}`,
        ]
      : []),
  ]
}

function recordedNotes({ recordings, grades }: GradedRecordings): string[] {
  const each = recordings
    .filter(({ truth }) => grades === 'recorded' || truth === null)
    .flatMap((recording) => [...recordedGrades(recording)].map(([answer, own]) => ({ id: recording.id, answer, own })))
  const several = each.filter(({ own }) => own.least !== own.most)
  const between = each.filter(({ own }) => own.least === own.most && own.least > 0 && own.least < 1)
  const [first] = several
  return [
    ...(first === undefined
      ? []
      : [
          `${counted(several.length, 'answer')} ${inNumber(several.length, 'is', 'are')} graded in more than one way, such as ${JSON.stringify(first.answer)} of question ${JSON.stringify(first.id)} (${gradeText(first.own)}): the mean grade counts`,
        ]),
    ...(between.length === 0
      ? []
      : [
          `${counted(between.length, 'answer')} ${inNumber(between.length, 'is', 'are')} graded between right and wrong: accuracy is the mean grade`,
        ]),
  ]
}

/** Counts the samples whose recorded grade is not that of the reference answer. */
function gradesDiffer({ recordings }: GradedRecordings): number {
  return recordings.reduce((sum, recording) => {
    const { samples, truth } = recording
    if (truth === null) return sum
    return (
      sum +
      samples.filter((own) => own.grade !== null && own.grade !== grade(recording, own.answer, 'reference')).length
    )
  }, 0)
}
