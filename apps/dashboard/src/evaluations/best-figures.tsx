import { counted } from '@cges-fleet/core/counted'
import type { BestMethod } from '@cges-fleet/core'
import type { ReactNode } from 'react'
import { methodName } from '../families/method-name'
import { formatCalls } from '../format/format-calls'
import { formatCount } from '../format/format-count'
import { formatShare } from '../format/format-share'
import { Missing } from '../frame/missing'

interface Props {
  readonly best: BestMethod | null
  /** Why there are no figures. */
  readonly why: string
}

/** The best method's name, and of how many. */
export function BestName({ best, why, methods }: Props & { readonly methods: number }) {
  return (
    <>
      {best === null ? <Missing why={why} /> : <span title={best.label}>{methodName(best)}</span>}
      <span className="under">of {counted(methods, 'method')}</span>
    </>
  )
}

/** Its accuracy; while it runs, marked as such and with the estimate's limits. */
export function BestAccuracy({ best, why }: Props) {
  if (best === null) return <Missing why={why} />
  const { accuracy, trials, live } = best
  return (
    <>
      <Figure best={best}>{formatShare(accuracy)}</Figure>
      <span className="under">
        {live === null
          ? `of ${counted(trials, 'trial')}`
          : `so far; ends ${(100 * live.low).toFixed(0)}–${(100 * live.high).toFixed(0)}%`}
      </span>
    </>
  )
}

/** Its calls a question, as final as the accuracy is. */
export function BestCalls({ best, why }: Props) {
  return best === null ? <Missing why={why} /> : <Figure best={best}>{formatCalls(best.calls)}</Figure>
}

/** The share of calls that it saves of its budget. */
export function BestSaved({ best, why }: Props) {
  return best === null ? <Missing why={why} /> : <Figure best={best}>{Math.round(100 * best.saved)}%</Figure>
}

/** Its tokens a question. */
export function BestTokens({ best, why }: Props) {
  if (best === null) return <Missing why={why} />
  if (best.tokens !== null) return <Figure best={best}>{formatCount(Math.round(best.tokens))}</Figure>
  return <Missing why={best.live === null ? 'not told of every answer' : 'counted once it is done'} />
}

function Figure({ best, children }: { readonly best: BestMethod; readonly children: ReactNode }) {
  return best.live === null ? <span className="final">{children}</span> : <em className="so-far">{children}</em>
}
