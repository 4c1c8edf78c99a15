import { CLAIM_RANKING } from './claim-ranking.js'
import { CLAIM_SAMPLE } from './claim-sample.js'
import { COMPLETE_SAMPLE } from './complete-sample.js'
import type { DatabaseFunction } from './database-function.js'
import { DEREGISTER_WORKER } from './deregister-worker.js'
import { DRAWING_CONTEXT } from './drawing-context.js'
import { END_RANKING } from './end-ranking.js'
import { END_SCORE } from './end-score.js'
import { ENTER_POOL } from './enter-pool.js'
import { GIVE_UP_RANKING } from './give-up-ranking.js'
import { GIVE_UP_SAMPLE } from './give-up-sample.js'
import { HAS_LANDED } from './has-landed.js'
import { REGISTER_WORKER } from './register-worker.js'
import { RELEASE_SAMPLE } from './release-sample.js'
import { RENEW_LEASES } from './renew-leases.js'
import { RUNNING_EVALUATIONS } from './running-evaluations.js'
import { START_SCORE } from './start-score.js'

/** All that a worker can do to the database; they are made anew with every change, after the migrations. */
export const WORKER_FUNCTIONS: readonly DatabaseFunction[] = [
  ENTER_POOL,
  REGISTER_WORKER,
  DEREGISTER_WORKER,
  RUNNING_EVALUATIONS,
  DRAWING_CONTEXT,
  CLAIM_SAMPLE,
  GIVE_UP_SAMPLE,
  RENEW_LEASES,
  COMPLETE_SAMPLE,
  HAS_LANDED,
  RELEASE_SAMPLE,
  START_SCORE,
  END_SCORE,
  CLAIM_RANKING,
  GIVE_UP_RANKING,
  END_RANKING,
]
