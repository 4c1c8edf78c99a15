import {
  type ComparisonStatistics,
  type FinalStatistics,
  type GammaAdvice,
  hasEnded,
  type MethodFlips,
} from '@cges-fleet/core'
import type { ReadingCount } from '@cges-fleet/statistics'
import { type Database, type EvaluationTotals, selectReadings, sha256, type TeamId } from '@cges-fleet/db'
import { isExternal, methodKey } from '@cges-fleet/methods'
import type { FlipsRequest } from './flips.js'
import type { AdviceRequest } from './gamma-advice.js'
import { judgedMethods, type StatisticsRequest } from './final-statistics.js'
import { KeptAnswers, whileRecent } from './kept-answers.js'
import { runThread, type StatisticsRoom, tooMuchMemory } from './threads.js'
import type { ComparisonWork, ThreadData } from './statistics-thread.js'
import { TeamTurns } from './team-turns.js'

/** Answers cached: a few kilobytes each. */
const KEPT = 64
/** How many computations of one team may wait. */
const MOST_WAITING = 32

/** Memory that a thread needs besides its samples, and for each of them: 0.32 GB were measured for a million. */
const BASE_MB = 90
const BYTES_PER_SAMPLE = 400

/** Who asks: the team in whose turn it is computed, and the signal that aborts when the connection closes. */
export interface Asker {
  readonly team: TeamId
  /** The hash of a share link's token, if its reader asks: no more is read than the link shows. */
  readonly share?: Uint8Array
  readonly signal: AbortSignal
}

/**
 * Computes the statistics of finished evaluations in worker threads, teams taking turns, so that the API stays
 * responsive, and caches them by the data that they are of.
 */
export class StatisticsOffice {
  readonly #final = new KeptAnswers<FinalStatistics>(KEPT)
  readonly #advice = new KeptAnswers<GammaAdvice>(KEPT)
  readonly #flips = new KeptAnswers<MethodFlips>(KEPT)
  readonly #readings = new KeptAnswers<ReadingCount[]>(KEPT)
  readonly #readingsNow = new KeptAnswers<ReadingCount[]>(KEPT, whileRecent)
  readonly #comparisons = new KeptAnswers<ComparisonStatistics>(KEPT)
  readonly #turns: TeamTurns

  constructor(
    private readonly databaseUrl: string,
    private readonly room: StatisticsRoom,
  ) {
    this.#turns = new TeamTurns({ atOnce: room.threads, waiting: MOST_WAITING, what: 'computations of statistics' })
  }

  /**
   * Returns the statistics of a finished evaluation. External rules are computed on top of the fleet's own methods,
   * whose statistics they do not change.
   */
  read(totals: EvaluationTotals, baseline: string | null, asker: Asker): Promise<FinalStatistics> {
    const judged = judgedMethods(totals)
    const ofFleet = judged.filter((spec) => !isExternal(spec))
    const fleetBaseline = ofFleet.some((spec) => methodKey(spec) === baseline) ? baseline : null
    const work = { team: asker.team, id: totals.summary.id }
    const request = { ...work, baseline: fleetBaseline, methods: ofFleet.map(methodKey), base: null }
    if (ofFleet.length === judged.length) return this.#statistics(totals, request, asker)
    const key = JSON.stringify([dataOf(totals), baseline, externalOf(totals)])
    return this.#final.read(
      key,
      async (signal) => {
        const base = await this.#statistics(totals, request, { ...asker, signal })
        const whole = { ...work, baseline, methods: judged.map(methodKey), base }
        return this.#compute(totals, { request: whole }, { ...asker, signal })
      },
      asker.signal,
    )
  }

  /** Tunes a signal of a finished evaluation, once. */
  advise(totals: EvaluationTotals, advice: AdviceRequest, asker: Asker): Promise<GammaAdvice> {
    const key = JSON.stringify([dataOf(totals), advice.signal])
    return this.#advice.read(
      key,
      (signal) => this.#inTurn({ databaseUrl: this.databaseUrl, share: null, advice }, { ...asker, signal }),
      asker.signal,
    )
  }

  /** Finds the questions that one method's other settings would flip, once. */
  flips(totals: EvaluationTotals, flips: FlipsRequest, asker: Asker): Promise<MethodFlips> {
    const key = JSON.stringify([dataOf(totals), flips.method, flips.baseline])
    return this.#flips.read(key, (signal) => this.#compute(totals, { flips }, { ...asker, signal }), asker.signal)
  }

  /** Judges sides that were read already; the same sides once. */
  compare(comparison: ComparisonWork, asker: Asker): Promise<ComparisonStatistics> {
    const key = `${asker.team} ${Buffer.from(sha256(JSON.stringify(comparison))).toString('hex')}`
    return this.#comparisons.read(key, (signal) => this.#inTurn({ comparison }, { ...asker, signal }), asker.signal)
  }

  /** Counts a finished evaluation's answers by tier, and how many are right. */
  readings(db: Database, totals: EvaluationTotals, { team, signal }: Asker): Promise<ReadingCount[]> {
    const of = { evaluationId: totals.summary.id, graded: true }
    return this.#readings.read(dataOf(totals), () => selectReadings(db, team, of), signal)
  }

  /** Counts the answers of an evaluation that is not done: a large one's by turns, so that many readers cost what one does. */
  readingsNow(db: Database, { summary }: EvaluationTotals, { team, signal }: Asker): Promise<ReadingCount[]> {
    const of = { evaluationId: summary.id, graded: hasEnded(summary.status) }
    return this.#readingsNow.read(JSON.stringify([team, of]), () => selectReadings(db, team, of), signal)
  }

  #statistics(totals: EvaluationTotals, request: StatisticsRequest, asker: Asker): Promise<FinalStatistics> {
    const key = JSON.stringify([dataOf(totals), request.baseline])
    return this.#final.read(key, (signal) => this.#compute(totals, { request }, { ...asker, signal }), asker.signal)
  }

  #compute<Found>(
    { summary }: EvaluationTotals,
    work: { readonly request: StatisticsRequest } | { readonly flips: FlipsRequest },
    asker: Asker,
  ): Promise<Found> {
    const neededMb = Math.ceil(BASE_MB + (summary.samplesDrawn * BYTES_PER_SAMPLE) / 1e6)
    if (neededMb > this.room.threadMb) throw tooMuchMemory(this.room.threadMb, neededMb)
    const { databaseUrl } = this
    return this.#inTurn({ databaseUrl, share: asker.share ?? null, ...work }, asker)
  }

  #inTurn<Found>(data: ThreadData, { team, signal }: Asker): Promise<Found> {
    const limits = { memoryMb: this.room.threadMb, signal }
    return this.#turns.take(team, () => runThread<Found>(data, limits), signal)
  }
}

/**
 * Identifies the samples and own verdicts of a finished evaluation: the same as long as these are, whatever tags, notes
 * and verdicts of external rules are added.
 */
function dataOf({ summary, stored }: EvaluationTotals): string {
  const { id, samplesDrawn, finishedAt, trials } = summary
  const { digest, gradingVersion, version } = stored
  return JSON.stringify([id, digest ?? `version ${version}`, gradingVersion, samplesDrawn, trials, finishedAt])
}

/** The verdicts of external rules that are judged: they are only ever added. */
function externalOf(totals: EvaluationTotals): string[] {
  return judgedMethods(totals).flatMap((spec) => {
    if (!isExternal(spec)) return []
    const key = methodKey(spec)
    const resolved = totals.calls.reduce((sum, row) => sum + (row.methodKey === key ? row.resolved : 0), 0)
    return [`${key} ${resolved}`]
  })
}
