import { GRADING_VERSION } from '@cges-fleet/answers'
import { type EvaluationView } from '@cges-fleet/core'
import { type DataDescription, type ReadingRules } from '@cges-fleet/formats'
import { digestText } from '../offline/replay/check-digest.js'

/** Compares the digest of an import with that of the evaluation its data were exported from. */
export function importedDigest(
  description: DataDescription,
  view: EvaluationView,
  rules: ReadingRules,
  replicates: number,
): string {
  const { evaluation, digest } = description
  const isVerified = digest !== null && view.digest === digest
  const why = isVerified ? null : whyOf(description, view, rules, replicates)
  return digestText({ evaluation, digest, replayed: view.digest, isVerified, why })
}

function whyOf(
  { digest, methods, paper, gradingVersion }: DataDescription,
  view: EvaluationView,
  rules: ReadingRules,
  replicates: number,
): string {
  if (digest === null) return 'the evaluation was not done when it was exported, and had none yet'
  if (view.digest === null) return `the import is ${view.status}, and has none`
  if (
    methods.toSorted().join() !==
    view.methods
      .map(({ key }) => key)
      .toSorted()
      .join()
  ) {
    return 'it is one of other methods'
  }
  if (replicates > 1) return `the ${replicates} replicates of each question are one question’s samples here`
  if (paper) return 'its votes compared answers as they were written, and an import’s compare values'
  if (rules.from === 'text') return 'answers were read again from the texts (--answers text)'
  if (gradingVersion !== GRADING_VERSION) {
    return `it was made by grading version ${gradingVersion ?? 'unknown'}, and this program has ${GRADING_VERSION}`
  }
  return 'the file is not as it was exported: rows of it were changed, or are missing'
}
