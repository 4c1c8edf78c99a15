import type { LandedReply, TeamId } from '@cges-fleet/db'
import type { Audits } from './audits.js'
import type { Draws } from './draws.js'
import type { PaceOfPools } from './pace.js'
import type { ReplyDesk } from './reply-desk.js'
import type { Verdict } from './standing.js'

/** What requests are answered with. */
export interface AnswerParts {
  readonly audits: Audits
  readonly draws: Draws
  readonly desk: ReplyDesk
  readonly pace: PaceOfPools
}

/** A request's answer, with everything that was drawn for it. */
export interface Answered {
  readonly requestId: string
  readonly verdict: Verdict
  readonly replies: ReadonlyMap<number, LandedReply>
  readonly digest: string
  /** Calls made for it, also those that are abandoned. */
  readonly calls: number
  /** When the last reply landed here. */
  readonly landedAt: number
}

/** Who waits for an answer. */
export interface Asking {
  readonly team: TeamId
  /** When it was asked, by `performance.now()`: its deadline counts from then. */
  readonly askedAt: number
  /** Ends the request. */
  readonly signal: AbortSignal
  /** Called once its first draws are planned: from then on it is answered and no longer refused by a limit. */
  readonly began: () => void
  /** Gives the answer. */
  readonly give: (answered: Answered) => void
}
