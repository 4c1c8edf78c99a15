import type { Bench, Repetition } from './bench.js'
import { BenchFleet, BenchStores, modelThatTakes } from './fleet/bench-fleet.js'

/** Rarely certain before its budget is used: a long chain of samples, each requested once the one before has landed. */
const METHOD = 'voi:kappa=0.00001@32'
const LOAD = { questions: 200, concurrency: 16 } as const
const LATENCY_MS = [100, 1000] as const

interface Waits {
  readonly p50: number
  readonly p99: number
  readonly claimed50: number
  readonly claimed99: number
}

/**
 * For samples whose successor was requested after they had landed: the time until it was, and until a worker had
 * claimed it.
 */
const WAITS = `WITH step AS (
  SELECT extract(epoch FROM n.created_at - s.landed_at) * 1000 AS asked,
         extract(epoch FROM l.started_at - s.landed_at) * 1000 AS claimed
  FROM sample s
  JOIN call n ON n.trial_id = s.trial_id AND n.index = s.index + 1 AND n.kind = 'draw' AND n.created_at >= s.landed_at
  JOIN LATERAL (SELECT min(started_at) AS started_at FROM call_ledger WHERE call_id = n.id) l ON true
  WHERE s.evaluation_id = $1)
SELECT percentile_cont(.5) WITHIN GROUP (ORDER BY asked)::float8 AS p50,
       percentile_cont(.99) WITHIN GROUP (ORDER BY asked)::float8 AS p99,
       percentile_cont(.5) WITHIN GROUP (ORDER BY claimed)::float8 AS claimed50,
       percentile_cont(.99) WITHIN GROUP (ORDER BY claimed)::float8 AS claimed99
FROM step`

/**
 * Milliseconds from a sample's landing until its question's next is requested, with every slot busy, beside one
 * question alone.
 */
export function latencyBench(): Bench {
  return {
    unit: 'ms',
    value: 'p50 loaded',
    reference: 'p50 idle',
    run: async (): Promise<Repetition> => {
      const stores = await BenchStores.start('redis')
      const fleet = await BenchFleet.start(stores, LOAD, await modelThatTakes(LATENCY_MS))
      try {
        await fleet.evaluate('sc@1')
        const idle = await waitsOf(stores, (await fleet.evaluate(METHOD, { questions: 2 })).id)
        const loaded = await waitsOf(stores, (await fleet.evaluate(METHOD)).id)
        const also = {
          idleP99: idle.p99,
          idleClaimedP50: idle.claimed50,
          idleClaimedP99: idle.claimed99,
          loadedP99: loaded.p99,
        }
        return { value: loaded.p50, reference: idle.p50, also }
      } finally {
        await fleet.stop()
        await stores.stop()
      }
    },
  }
}

async function waitsOf({ db }: BenchStores, id: string): Promise<Waits> {
  const [waits] = await db.query<[Waits]>(WAITS, [id])
  return waits
}
