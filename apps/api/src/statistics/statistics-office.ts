import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { FinalStatistics } from '@cges-fleet/core'
import type { ReadingCount } from '@cges-fleet/statistics'
import { type Database, readReadings } from '@cges-fleet/db'
import type { StatisticsRequest } from './compute-statistics.js'
import { KeptAnswers } from './kept-answers.js'
import type { ThreadData } from './statistics-thread.js'

/** Answers kept: a few kilobytes each. */
const KEPT = 64

/** Beyond this a computation fails by itself instead of taking the API down with it. */
const MEMORY_MB = 2048

/**
 * Computes the statistics of finished evaluations in threads of their own, one at a time, so that the API goes on serving,
 * and keeps the answers: an evaluation's version names its numbers for good.
 */
export class StatisticsOffice {
  readonly #final = new KeptAnswers<FinalStatistics>(KEPT)
  readonly #readings = new KeptAnswers<ReadingCount[]>(KEPT)
  #last: Promise<unknown> = Promise.resolve()

  constructor(private readonly databaseUrl: string) {}

  /** Gives the statistics of a finished evaluation in one of its versions, computed once. */
  read(request: StatisticsRequest, version: number): Promise<FinalStatistics> {
    const key = [request.team, request.id, version, request.baseline].join(' ')
    return this.#final.read(key, () => {
      const computed = this.#last.then(() => this.#compute(request))
      this.#last = computed.catch(() => undefined)
      return computed
    })
  }

  /** Counts how the answers of a finished evaluation were read, and how many are right; once for each of its versions. */
  readings(
    db: Database,
    { team, id }: Pick<StatisticsRequest, 'team' | 'id'>,
    version: number,
  ): Promise<ReadingCount[]> {
    const key = [team, id, version].join(' ')
    return this.#readings.read(key, () => readReadings(db, team, { evaluationId: id, graded: true }))
  }

  async #compute(request: StatisticsRequest): Promise<FinalStatistics> {
    const workerData: ThreadData = { databaseUrl: this.databaseUrl, request }
    const thread = new Worker(new URL('./statistics-thread.js', import.meta.url), {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    })
    const ended = once(thread, 'exit').then(() => {
      throw new Error('the thread that computes statistics ended without an answer')
    })
    const [answer] = (await Promise.race([once(thread, 'message'), ended])) as [FinalStatistics]
    return answer
  }
}
