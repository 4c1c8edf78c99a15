import { splitSteps } from '@cges-fleet/methods'
import type { ClaimedDraw } from '@cges-fleet/db'
import type { ModelServer } from '../model-server/open-model-server.js'
import { requestIdOf } from '../calls/in-call.js'
import { questionOf, scoreBeside, type ScoreParts } from '../scores/score-beside.js'
import type { Scored } from '../scores/scored.js'
import { askImportance } from './ask-importance.js'
import { probeStepScorer, type StepScorerFacts } from './probe-step-scorer.js'

/** The service beside a worker that says how much each step of a drawn response matters. */
export class StepScorer {
  constructor(
    private readonly parts: ScoreParts,
    private readonly server: ModelServer,
  ) {}

  /** Asks for the identity of the scorer. Throws an Error that says what to do if it cannot be asked. */
  probe(): Promise<StepScorerFacts> {
    return probeStepScorer(this.server)
  }

  /** Weighs the steps of a response, given as its tokens' texts; retries a few times after a fault. */
  score(draw: ClaimedDraw, tokens: readonly string[], signal: AbortSignal): Promise<Scored> {
    const { steps } = splitSteps(tokens)
    const request = { requestId: `${requestIdOf(draw)}/steps`, question: questionOf(draw), steps }
    return scoreBeside(this.parts, draw, signal, () => askImportance(this.server, request, signal))
  }

  close(): Promise<void> {
    return this.server.close()
  }
}
