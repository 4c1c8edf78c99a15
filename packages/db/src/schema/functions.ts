import { DELETE_EVALUATION } from '../evaluations/deletion.js'
import { ERASE_EVALUATION, ERASE_TRIALS, EXPIRE_EVALUATIONS } from '../evaluations/erasure.js'
import { ERASE_TEXTS, EXPIRE_TEXTS } from '../evaluations/text-erasure.js'
import { FORGET_REQUESTS } from '../gateway/endings.js'
import { FORGET_KEPT_REQUESTS } from '../gateway/kept-requests.js'
import { LAND_CHATS } from '../gateway/replies.js'
import { FORGET_EXPIRED } from '../identity/audit.js'
import { FLEET_DEMAND } from '../pools/demand.js'
import { POOL_TEAM_POINTS } from '../pools/points.js'
import { ENTER_IMPORTED_POOL } from '../pools/pools.js'
import { PROMISE_POOL } from '../pools/promise.js'
import { POOL_QUEUE } from '../pools/queue.js'
import { POOL_RESERVATIONS } from '../pools/reservations.js'
import { OPEN_SHARE } from '../sharing/open-share.js'
import { CLAIM_CALLS, CLAIM_SCORE } from '../worker/claims.js'
import { DRAWING_CONTEXT, RUNNING_EVALUATIONS } from '../worker/drawing-context.js'
import { END_CALLS, GIVE_UP_CALL } from '../worker/ends.js'
import { LAND_RANKING, LAND_SAMPLES } from '../worker/landings.js'
import { NEEDED_CALLS, RENEW_CALLS } from '../worker/leases.js'
import { DEREGISTER_WORKER, ENTER_POOL, PROMISE_ABILITIES, REGISTER_WORKER } from '../worker/registration.js'
import type { DatabaseFunction } from './database-function.js'

/** Everything a worker may do to the database; recreated after the migrations whenever one changes. */
export const WORKER_FUNCTIONS: readonly DatabaseFunction[] = [
  ENTER_POOL,
  REGISTER_WORKER,
  DEREGISTER_WORKER,
  PROMISE_ABILITIES,
  RUNNING_EVALUATIONS,
  DRAWING_CONTEXT,
  CLAIM_CALLS,
  CLAIM_SCORE,
  GIVE_UP_CALL,
  RENEW_CALLS,
  NEEDED_CALLS,
  END_CALLS,
  LAND_SAMPLES,
  LAND_RANKING,
  LAND_CHATS,
]

/** Every function that is made anew whenever the database is migrated. */
export const DATABASE_FUNCTIONS: readonly DatabaseFunction[] = [
  ...WORKER_FUNCTIONS,
  FLEET_DEMAND,
  POOL_TEAM_POINTS,
  POOL_RESERVATIONS,
  POOL_QUEUE,
  ENTER_IMPORTED_POOL,
  PROMISE_POOL,
  FORGET_EXPIRED,
  FORGET_REQUESTS,
  FORGET_KEPT_REQUESTS,
  DELETE_EVALUATION,
  OPEN_SHARE,
  EXPIRE_EVALUATIONS,
  EXPIRE_TEXTS,
  ERASE_TRIALS,
  ERASE_EVALUATION,
  ERASE_TEXTS,
]
