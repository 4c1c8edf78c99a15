import { type Outside, parseValueMap, type ValueMap } from '@cges-fleet/formats'
import { type Grades, isRight } from '../grade.js'
import type { Recording } from '../recording.js'
import { FIT_QUESTIONS } from '../votes-for.js'
import { type FitPoint, logisticFit } from './logistic-fit.js'

/**
 * Fits the map of a log's numbers outside [0, 1] to the shares of right answers on labelled questions, by logistic
 * regression. Null if there are too few questions, if all answers or none are right, or if right answers have no other
 * numbers than wrong ones.
 */
export function fitValueMap(
  slice: readonly Recording[],
  { name }: Pick<Outside, 'name'>,
  grades: Grades,
): ValueMap | null {
  if (slice.length < FIT_QUESTIONS / 2) return null
  const points = slice.flatMap((recording) =>
    recording.samples.flatMap(({ answer, [name]: x }): FitPoint[] =>
      answer === null || x === null ? [] : [{ x, y: isRight(recording, answer, grades) ? 1 : 0 }],
    ),
  )
  const mean = meanOf(points.map(({ x }) => x))
  const spread = Math.sqrt(meanOf(points.map(({ x }) => (x - mean) ** 2)))
  if (!(spread > 0)) return null
  const fitted = logisticFit(points.map(({ x, y }) => ({ x: (x - mean) / spread, y })))
  if (fitted === null) return null
  const [a, b] = fitted
  const [center, scale] = [mean - (a * spread) / b, spread / b].map((each) => Number(each.toPrecision(3)))
  if (center === undefined || scale === undefined || !Number.isFinite(center) || !Number.isFinite(scale)) return null
  return scale === 0 ? null : parseValueMap(`logistic:${center},${scale}`)
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
