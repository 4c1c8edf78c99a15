import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ComparisonStatistics, FinalStatistics, GammaAdvice } from '@cges-fleet/core'
import type { ReadingCount } from '@cges-fleet/statistics'
import { type Database, selectReadings, sha256, type TeamId } from '@cges-fleet/db'
import type { AdviceRequest } from './advise-gamma.js'
import type { StatisticsRequest } from './compute-statistics.js'
import { KeptAnswers } from './kept-answers.js'
import type { ComparisonWork, ThreadData } from './statistics-thread.js'

/** Answers cached: a few kilobytes each. */
const KEPT = 64

/** Beyond this a computation fails by itself instead of taking the API down with it. */
const MEMORY_MB = 2048

/**
 * Computes the statistics of finished evaluations in worker threads, one at a time, so that the API stays responsive,
 * and caches them: an evaluation's version identifies its numbers permanently.
 */
export class StatisticsOffice {
  readonly #final = new KeptAnswers<FinalStatistics>(KEPT)
  readonly #advice = new KeptAnswers<GammaAdvice>(KEPT)
  readonly #readings = new KeptAnswers<ReadingCount[]>(KEPT)
  readonly #comparisons = new KeptAnswers<ComparisonStatistics>(KEPT)
  #last: Promise<unknown> = Promise.resolve()

  constructor(private readonly databaseUrl: string) {}

  /** Returns the statistics of one version of a finished evaluation, computed once. */
  read(request: StatisticsRequest, version: number): Promise<FinalStatistics> {
    const key = [request.team, request.id, version, request.baseline].join(' ')
    return this.#final.read(key, () => this.#inTurn({ databaseUrl: this.databaseUrl, request }))
  }

  /** Tunes a signal of one version of a finished evaluation, once. */
  advise(advice: AdviceRequest, version: number): Promise<GammaAdvice> {
    const key = [advice.team, advice.id, version, advice.signal].join(' ')
    return this.#advice.read(key, () => this.#inTurn({ databaseUrl: this.databaseUrl, advice }))
  }

  /** Judges sides that were read already; the same sides once. */
  compare({ team, ...comparison }: ComparisonWork & { readonly team: TeamId }): Promise<ComparisonStatistics> {
    const key = `${team} ${Buffer.from(sha256(JSON.stringify(comparison))).toString('hex')}`
    return this.#comparisons.read(key, () => this.#inTurn({ comparison }))
  }

  /** Counts a finished evaluation's answers by tier, and how many are right; once per version. */
  readings(
    db: Database,
    { team, id }: Pick<StatisticsRequest, 'team' | 'id'>,
    version: number,
  ): Promise<ReadingCount[]> {
    const key = [team, id, version].join(' ')
    return this.#readings.read(key, () => selectReadings(db, team, { evaluationId: id, graded: true }))
  }

  #inTurn<Found>(workerData: ThreadData): Promise<Found> {
    const computed = this.#last.then(() => this.#compute<Found>(workerData))
    this.#last = computed.catch(() => undefined)
    return computed
  }

  async #compute<Found>(workerData: ThreadData): Promise<Found> {
    const thread = new Worker(new URL('./statistics-thread.js', import.meta.url), {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    })
    const ended = once(thread, 'exit').then(() => {
      throw new Error('the thread that computes statistics ended without an answer')
    })
    const [answer] = (await Promise.race([once(thread, 'message'), ended])) as [Found]
    return answer
  }
}
