import type { ClaimedCall } from '@cges-fleet/db'
import { inSpan, logger, type Span, withFields } from '@cges-fleet/telemetry'
import type { CallKind, Fate } from './call-kind.js'

const log = logger('Call')

/**
 * Identifies an attempt in the model server's log and in ours: `trial/index/fence`, for a ranking `ranking/try/fence`.
 */
export function requestIdOf(call: ClaimedCall): string {
  return `${'trialId' in call ? call.trialId : call.rankingId}/${call.index}/${call.fence}`
}

/** Runs one attempt's work in its span, with its ids in everything logged meanwhile. */
export function inCall<Call extends ClaimedCall, Result>(
  kind: Pick<CallKind<Call, Result>, 'span' | 'named'>,
  call: Call,
  work: (span: Span) => Promise<Fate<Result>['kind']>,
): Promise<Fate<Result>['kind']> {
  const { evaluationId: evaluation, fence } = call
  const fields = { evaluation, ...kind.named(call), fence }
  const attributes = Object.fromEntries(Object.entries(fields).map(([name, value]) => [`cges.${name}`, value]))
  return withFields({ ...fields, request: requestIdOf(call) }, () => inSpan(kind.span, { attributes }, work))
}

/** Reports an attempt that stored nothing to the log and the trace. */
export function tell(fate: Fate<unknown>, span: Span): void {
  switch (fate.kind) {
    case 'land':
      return
    case 'hand_back':
      span.fail(fate.reason)
      return log.info(`handed back: ${fate.reason}`)
    case 'redraw':
    case 'pause':
      span.fail(fate.reason)
      return log.warn(
        `${fate.kind === 'redraw' ? 'to be asked again' : 'handed back by a worker that pauses'}: ${fate.reason}`,
      )
  }
}
