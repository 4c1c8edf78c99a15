import { calibrationSize } from './calibration-size.js'
import { leastCalibration } from './certify-threshold.js'

/** Explains what is wrong with a method's certified threshold, if its values are each valid; null if nothing is. */
export function certifiedProblem(given: Readonly<Record<string, unknown>>): {
  readonly problem: string
  readonly path: readonly string[]
} | null {
  const { certified, calibrate, abstainBelow } = given
  if (!isPair(certified)) {
    if (calibrate === undefined) return null
    return { problem: 'calibrate goes with certified, as in certified=0.02/0.1', path: ['calibrate'] }
  }
  if (abstainBelow !== undefined) {
    const problem =
      'abstainBelow does not go with certified: its promise is that stops give the answer of the whole vote'
    return { problem, path: ['abstainBelow'] }
  }
  const [alpha, delta] = certified
  const least = leastCalibration({ alpha, delta })
  const size = calibrationSize({ certified, ...(typeof calibrate === 'number' ? { calibrate } : {}) })
  if (least > MOST) {
    return { problem: `certified=${alpha}/${delta} would take ${least} questions: promise less`, path: ['certified'] }
  }
  if (size >= least) return null
  const problem = `calibrate must be at least ${least} for certified=${alpha}/${delta}: fewer questions certify nothing`
  return { problem, path: ['calibrate'] }
}

/** Most questions a threshold is fixed on. */
const MOST = 10_000

function isPair(value: unknown): value is readonly [number, number] {
  return Array.isArray(value) && value.length === 2
}
