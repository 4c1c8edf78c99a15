import type { Attempt } from '@cges-fleet/db'
import { inSpan, logger, type Span, withFields } from '@cges-fleet/telemetry'
import type { Fate } from './draw-claimed.js'

const log = logger('Sample')

/** Names an attempt in the model server's log and in ours: `trial/index/fence`. */
export function requestIdOf({ trialId, index, fence }: Attempt): string {
  return `${trialId}/${index}/${fence}`
}

/** Does the work of one attempt under its ids: in its span, and named in all that is logged meanwhile. */
export function inSample<T>(
  sample: Attempt & { readonly evaluationId: string },
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const { evaluationId, trialId, index, fence } = sample
  const attributes = {
    'cges.evaluation': evaluationId,
    'cges.trial': trialId,
    'cges.sample': index,
    'cges.fence': fence,
  }
  const fields = { evaluation: evaluationId, trial: trialId, sample: index, fence, request: requestIdOf(sample) }
  return withFields(fields, () => inSpan('sample', { attributes }, work))
}

/** Tells the log and the trace what came of an attempt. */
export function tell(fate: Fate, span: Span): void {
  switch (fate.kind) {
    case 'land':
      return log.debug(`landed: ${fate.drawn.outcome}`)
    case 'hand_back':
      span.fail(fate.reason)
      return log.info(`handed back: ${fate.reason}`)
    case 'redraw':
    case 'pause':
      span.fail(fate.reason)
      return log.warn(
        `${fate.kind === 'redraw' ? 'to be drawn again' : 'handed back by a worker that pauses'}: ${fate.reason}`,
      )
  }
}
