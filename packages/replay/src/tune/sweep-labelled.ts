import {
  type ConfidenceSignal,
  GAMMA_GRID,
  gammaSweep,
  tokensUsed,
  type TrialMethodSpec,
  type Vote,
} from '@cges-fleet/methods'
import { grade, type Grades } from '../grade.js'
import type { Recording } from '../recording.js'
import { runSeed } from '../run-seed.js'

export type CgesSpec = Extract<TrialMethodSpec, { method: 'cges' }> & { readonly confidence: ConfidenceSignal }

/** Questions with their samples, for one signal. */
export interface Labelled {
  readonly recordings: readonly Recording[]
  readonly pools: readonly (readonly Vote[])[]
}

/** One question at every γ of the grid, and under SC. */
export interface Swept {
  readonly right: readonly number[]
  readonly calls: readonly number[]
  /** Null where the samples do not tell them. */
  readonly tokens: readonly (number | null)[]
  readonly sc: number
}

/** Runs CGES at every γ, and SC, on graded questions. */
export function sweepLabelled(spec: CgesSpec, { recordings, pools }: Labelled, grades: Grades): Swept[] {
  const sc = runSeed({ method: 'sc', budget: spec.budget }, pools, [])
  return recordings.map((recording, question) => {
    const stops = gammaSweep(spec, pools[question] ?? [])
    return {
      right: stops.map(({ answer }) => grade(recording, answer, grades)),
      calls: stops.map(({ calls }) => calls),
      tokens: stops.map(({ calls }) => tokensUsed(spec, pools[question] ?? [], calls)),
      sc: grade(recording, sc[question]?.answer ?? null, grades),
    }
  })
}

/** The accuracy–calls line of all γ, fewest calls first. */
export function lineOf(swept: readonly Swept[]): { readonly calls: number; readonly accuracy: number }[] {
  return GAMMA_GRID.map((_, place) => ({
    calls: meanOf(swept.map(({ calls }) => calls[place] ?? 0)),
    accuracy: meanOf(swept.map(({ right }) => right[place] ?? 0)),
  })).toSorted((one, other) => one.calls - other.calls)
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
