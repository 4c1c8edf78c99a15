import { DEFAULT_SAMPLING } from '@cges-fleet/core'
import {
  type ClaimedRanking,
  type DataSource,
  type DrawingContext,
  landRanking,
  type RankingAnswer,
} from '@cges-fleet/db'
import { storable } from '@cges-fleet/formats'
import { parseRanking, rankingPrompt } from '@cges-fleet/methods'
import type { Logger } from '@cges-fleet/telemetry'
import type { CallRequest, CallKind, Fate } from '../calls/call-kind.js'
import type { Drawn } from '../model-server/drawn.js'

/** The calls that ask the model to rank a few questions by difficulty. */
export class QuestionRankings implements CallKind<ClaimedRanking, RankingAnswer> {
  readonly span = 'ranking'

  constructor(private readonly db: DataSource) {}

  named({ rankingId, index }: ClaimedRanking) {
    return { ranking: rankingId, try: index }
  }

  /**
   * Asked greedily first, as the authors do; after an unreadable answer sampling is turned on, or the same would come
   * again.
   */
  requestOf({ questions, seed, index }: ClaimedRanking, context: DrawingContext): CallRequest {
    const { system, user } = rankingPrompt(questions)
    const { maxTokens } = context.sampling
    const sampling = { ...DEFAULT_SAMPLING, temperature: index === 0 ? 0 : 0.7, topP: 0.9, maxTokens }
    return { system, prompt: user, seed, sampling }
  }

  async fateOf(drawn: Drawn, { questions }: ClaimedRanking): Promise<Fate<RankingAnswer>> {
    switch (drawn.kind) {
      case 'finished': {
        const { promptTokens, completionTokens, text } = drawn
        const easiestFirst = parseRanking(text, questions.length)
        return { kind: 'land', result: { easiestFirst, promptTokens, completionTokens } }
      }
      case 'rejected':
        // A batch the server will never accept counts for nothing: its questions have their other rounds.
        return { kind: 'land', result: { easiestFirst: null, promptTokens: 0, completionTokens: 0 } }
      case 'fault':
        return { kind: 'redraw', reason: storable(drawn.message), unclear: false }
      case 'misconfigured':
        return { kind: 'pause', reason: storable(drawn.message) }
      case 'aborted':
        return { kind: 'hand_back', reason: 'aborted' }
    }
  }

  land(ranking: ClaimedRanking & { readonly gpuMs: number }, answer: RankingAnswer): Promise<boolean> {
    return landRanking(this.db, ranking, answer)
  }

  landed(_: ClaimedRanking, { easiestFirst }: RankingAnswer, log: Logger): void {
    log.debug(easiestFirst === null ? 'landed: an order that cannot be read' : 'landed: an order')
  }
}
