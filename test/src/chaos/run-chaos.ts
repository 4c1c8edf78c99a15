import type { ChaosOptions, ChaosResult } from './chaos-options.js'
import { CALM, ChaosRun, CONCURRENCY } from './chaos-run.js'
import { EventLog } from './event-log.js'
import { ChaosFleet } from './fleet/chaos-fleet.js'
import { FakeModel } from './model/fake-model.js'
import { Patience } from './patience/patience.js'
import { Witness } from './patience/witness.js'
import { ChaosStores } from './stores/chaos-stores.js'

/** Poison has a run of its own: here every delivery counts as bad luck. */
const MAX_DELIVERIES = 100

/** Runs a fleet under a seeded schedule of faults, and has it judged from outside. */
export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const witness = await Witness.start()
  try {
    return await runPatiently(options, new Patience(witness, options.limitMs))
  } finally {
    await witness.stop()
  }
}

async function runPatiently(options: ChaosOptions, patience: Patience): Promise<ChaosResult> {
  const log = new EventLog(options.event)
  const stores = await ChaosStores.start(options.backend, patience, { root: options.root })
  if (options.sql !== undefined) await stores.db.query(options.sql)
  const model = await FakeModel.start({ ...CALM, seed: options.seed })
  const fleet = new ChaosFleet({
    ...options,
    patience,
    databaseUrl: stores.databaseUrl,
    redisUrl: stores.redisUrl,
    modelUrl: model.url,
    concurrency: options.concurrency ?? CONCURRENCY,
    maxDeliveries: MAX_DELIVERIES,
  })
  try {
    return await new ChaosRun(options, { log, patience, stores, model, fleet }).run()
  } finally {
    await fleet.stop()
    await model.stop()
    await stores.stop()
  }
}
