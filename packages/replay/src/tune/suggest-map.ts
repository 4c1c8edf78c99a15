import { outsideText } from '@cges-fleet/formats'
import { isCertified, isTrialMethod, type MethodSpec, type TrialMethodSpec } from '@cges-fleet/methods'
import { areWhole, type Grades } from '../grade.js'
import type { Recording } from '../recording.js'
import { permute, runSeed, seedMeans } from '../run-seed.js'
import type { FoundVotes, ValueMaps } from '../votes-for.js'
import { labelledParts, partsOf, usualSlice } from './labelled-parts.js'
import { type Labelled, meanOf } from './sweep-labelled.js'

/** Orders of every question's samples in which a map is checked. */
const ORDERS = 10
/** A method that loses more accuracy than this to SC is not worth its map. */
const MOST_LOST = 0.005

interface Suggesting {
  readonly found: Refused
  readonly maps: ValueMaps
  readonly grades: Grades
  /** The slice to fit the map to, if it is no part of the recordings. */
  readonly leftOut?: readonly Recording[]
  /** As many samples of each question were kept, if not all. */
  readonly first?: number | undefined
}

/**
 * Why a method cannot run on numbers outside [0, 1], with the map that `tune` fits to the labels of a slice, and what
 * the method does with it on the other questions beside SC. The options leave the slice out, so that no label both
 * teaches and judges. `found` as it is if no map can be fitted.
 */
export function suggestMap(
  spec: MethodSpec,
  recordings: readonly Recording[],
  { found, maps, grades, leftOut, first }: Suggesting,
): Pick<Refused, 'reason' | 'remedy'> {
  const { outside } = found
  if (outside === undefined || !areWhole({ recordings, grades })) return found
  if (!isTrialMethod(spec) || isCertified(spec)) return found
  const parts =
    leftOut === undefined
      ? partsOf(recordings, { slice: usualSlice(recordings.length), seed: 0 })
      : { slice: leftOut, rest: recordings }
  const fit = labelledParts(spec, parts, { ...maps, grades })
  if (!fit.ok || fit.fitted === null) return found
  const { budget } = spec
  const [own, sc] = [spec, { method: 'sc', budget } as const].map((each) => checked(each, fit.rest, grades))
  if (own === undefined || sc === undefined) return found
  const figures = `on the other ${parts.rest.length}, ${spec.method} is right on ${percent(own.accuracy)} after ${own.calls.toFixed(2)} calls, sc on ${percent(sc.accuracy)} after ${budget}`
  const isWorse = own.accuracy < sc.accuracy - MOST_LOST
  const start = `${outsideText(outside)}: ${fit.fitted}, fitted to the grades of ${parts.slice.length} questions,`
  const remedy = [fit.fitted, ...(leftOut === undefined ? [`--without-slice ${parts.slice.length}`] : [])]
  return isWorse
    ? { reason: `${start} loses accuracy: ${figures}. Look for settings that keep it: ${tuneHint(first)}`, remedy }
    : { reason: `${start} maps it; ${figures}`, remedy }
}

/** The command that tunes on the same samples. */
export function tuneHint(first: number | undefined): string {
  return `cges tune FILE${first === undefined ? '' : ` --first ${first}`}`
}

type Refused = Extract<FoundVotes, { ok: false }>

/** The means over several orders of each question's samples. */
function checked(spec: TrialMethodSpec, { recordings, pools }: Labelled, grades: Grades) {
  const means = Array.from({ length: ORDERS }, (_, seed) => {
    const drawn = pools.map((pool, question) => permute(pool, seed, recordings[question]?.id ?? ''))
    return seedMeans({ recordings, grades }, runSeed(spec, drawn, []))
  })
  return { accuracy: meanOf(means.map(({ accuracy }) => accuracy)), calls: meanOf(means.map(({ calls }) => calls)) }
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}
