import { type MethodSpec, type SeededRandom, seededRandom } from '@cges-fleet/methods'
import { IDENTITY, type Recording, replayReport } from '@cges-fleet/replay'
import { quantile } from '@cges-fleet/statistics'

const BUDGET = 8
const SEEDS = 8
const POPULATION = 3000
const SPECS = [
  { method: 'sc', budget: BUDGET },
  { method: 'asc-beta', threshold: 0.95, budget: BUDGET },
  { method: 'esc', window: 4, answerFrom: 'plurality', budget: BUDGET },
  { method: 'voi', kappa: 0.01, budget: BUDGET },
] as const

/** The rules whose area is compared with that of sc. */
export const RIVALS = SPECS.slice(1).map(({ method }) => method)

const within = (bounds: { readonly low: number | null; readonly high: number | null }, value: number) =>
  (bounds.low ?? 0) <= value && value <= (bounds.high ?? 1)

/** How often the 95 % intervals of areas under accuracy–calls lines cover those of the questions' whole population. */
export function areaCoverage(
  questions: number,
  { simulations, random }: { readonly simulations: number; readonly random: SeededRandom },
) {
  const population = Array.from({ length: POPULATION }, (_, at) => question(at, seededRandom(`area ${at}`)))
  const truth = areasOf(population)
  const held = { before: 0, after: 0, over: RIVALS.map(() => 0) }
  for (let run = 0; run < simulations; run += 1) {
    const drawn = Array.from({ length: questions }, (_, at) => {
      const picked = population[random.int(0, POPULATION - 1)]
      return { ...(picked ?? question(at, random)), id: `${at}` }
    })
    const found = areasOf(drawn)
    if (within(found.area, truth.area.value ?? 0)) held.after += 1 / simulations
    if (within(plain(drawn, random), truth.area.value ?? 0)) held.before += 1 / simulations
    for (const [at, over] of found.over.entries()) {
      if (within(over, truth.over[at]?.value ?? 0)) held.over[at] = (held.over[at] ?? 0) + 1 / simulations
    }
  }
  return held
}

/** A question that most samples answer right or most answer wrong; few are in between. */
function question(at: number, random: SeededRandom): Recording {
  const share = random.next() < 0.8 ? 0.75 + 0.25 * random.next() : 0.4 * random.next()
  const samples = Array.from({ length: 16 }, () => {
    const isRight = random.next() < share
    const answer = isRight ? 'right' : `wrong ${random.int(1, 3)}`
    return { answer, signals: {}, confidence: null, reward: null, grade: isRight ? 1 : 0 }
  })
  return { id: `${at}`, replicate: 0, truth: null, difficulty: null, samples }
}

function areasOf(recordings: readonly Recording[]) {
  const [sc, ...others] = sweeps(SPECS, recordings)
  const over = others.flatMap(({ overFirst }) => (overFirst === null ? [] : [overFirst]))
  if (sc === undefined || over.length !== RIVALS.length) throw new Error('no frontier')
  return { area: sc.area, over }
}

function sweeps(specs: readonly MethodSpec[], recordings: readonly Recording[]) {
  return replayReport(specs, recordings, {
    budget: BUDGET,
    seeds: SEEDS,
    grades: 'recorded',
    maps: { confidence: IDENTITY, reward: IDENTITY },
    dscRanking: 'sample',
    gammaGrid: false,
    inOrder: false,
    sweep: true,
  }).frontiers
}

/** The area of sc with the plain percentile interval, as it was. */
function plain(recordings: readonly Recording[], random: SeededRandom) {
  const single = recordings.map((each) => sweeps(SPECS.slice(0, 1), [each])[0]?.area.value ?? 0)
  const means = Array.from({ length: 999 }, () => {
    const sum = single.reduce((total) => total + (single[random.int(0, single.length - 1)] ?? 0), 0)
    return sum / single.length
  }).toSorted((a, b) => a - b)
  return { low: quantile(means, 0.025), high: quantile(means, 0.975) }
}
