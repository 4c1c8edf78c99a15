import { CLAIM_CALLS } from './claim-calls.js'
import { CLAIM_SCORE } from './claim-score.js'
import type { DatabaseFunction } from './database-function.js'
import { DEREGISTER_WORKER } from './deregister-worker.js'
import { DRAWING_CONTEXT } from './drawing-context.js'
import { END_CALLS } from './end-calls.js'
import { ENTER_POOL } from './enter-pool.js'
import { GIVE_UP_CALL } from './give-up-call.js'
import { LAND_RANKING } from './land-ranking.js'
import { LAND_SAMPLES } from './land-samples.js'
import { REGISTER_WORKER } from './register-worker.js'
import { RENEW_CALLS } from './renew-calls.js'
import { RUNNING_EVALUATIONS } from './running-evaluations.js'

/** Everything a worker may do to the database; recreated after the migrations whenever one changes. */
export const WORKER_FUNCTIONS: readonly DatabaseFunction[] = [
  ENTER_POOL,
  REGISTER_WORKER,
  DEREGISTER_WORKER,
  RUNNING_EVALUATIONS,
  DRAWING_CONTEXT,
  CLAIM_CALLS,
  CLAIM_SCORE,
  GIVE_UP_CALL,
  RENEW_CALLS,
  END_CALLS,
  LAND_SAMPLES,
  LAND_RANKING,
]
