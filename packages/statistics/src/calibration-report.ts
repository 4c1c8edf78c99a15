import { auc } from './auc.js'
import { brierScore } from './brier-score.js'
import { calibrationError } from './calibration-error.js'
import { empiricalDrift } from './empirical-drift.js'
import type { Graded } from './graded.js'
import { median } from './median.js'
import { sharpness } from './sharpness.js'

/** The quality of a confidence signal; a number is null if it is not defined. */
export type CalibrationReport = {
  readonly n: number
  readonly ece10: number | null
  readonly ece15: number | null
  readonly brier: number | null
  readonly sharpness: number | null
  readonly auc: number | null
  readonly muHat: number | null
  readonly standardisedDrift: number | null
  readonly median: number | null
}

/** Measures a confidence signal on graded responses: calibration, discrimination, drift and median. */
export function calibrationReport(responses: readonly Graded[]): CalibrationReport {
  const drift = empiricalDrift(responses)
  return {
    n: responses.length,
    ece10: calibrationError(responses, 10),
    ece15: calibrationError(responses, 15),
    brier: brierScore(responses),
    sharpness: sharpness(responses),
    auc: auc(responses),
    muHat: drift?.muHat ?? null,
    standardisedDrift: drift?.standardised ?? null,
    median: median(responses.map(({ confidence }) => confidence)),
  }
}
