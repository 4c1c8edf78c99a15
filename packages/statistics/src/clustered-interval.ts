import type { Bounds } from '@cges-fleet/core'
import { wilsonInterval } from './wilson-interval.js'

/** Sums over clusters (questions), c correct of n trials each: enough for a share's interval, whatever their number. */
export interface ClusterSums {
  readonly clusters: number
  readonly c: number
  readonly n: number
  readonly cc: number
  readonly cn: number
  readonly nn: number
}

/**
 * The 95 % interval of a share whose trials come in clusters, such as replicates of one question, which are not
 * independent: treating them as such would make it far too narrow.
 *
 * Wilson's interval at the effective sample size p(1 − p) / v, with v the linearised variance of the ratio Σc / Σn over
 * clusters (Kish, Survey Sampling, 1965, §§ 2.8 and 8.2). Between the number of clusters, if replicates of a question
 * always agree, and the number of trials. All in [0, 1]; no trial at all gives [0, 1].
 */
export function clusteredInterval(sums: ClusterSums): Bounds {
  const { clusters, c, n, cc, cn, nn } = sums
  if (n === 0 || clusters === 0) return { low: 0, high: 1 }
  const p = c / n
  const spread = Math.max(0, cc - 2 * p * cn + p * p * nn)
  const variance = clusters > 1 ? ((clusters / (clusters - 1)) * spread) / (n * n) : Number.POSITIVE_INFINITY
  const effective = Math.min(n, Math.max(clusters, variance > 0 ? (p * (1 - p)) / variance : clusters))
  return wilsonInterval(p * effective, effective)
}
