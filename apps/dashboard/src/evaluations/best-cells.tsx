import { counted } from '@cges-fleet/core/counted'
import type { BestMethod } from '@cges-fleet/core'
import { methodName } from '../families/method-name'
import { formatCalls } from '../format/format-calls'
import { formatShare } from '../format/format-share'
import { Missing } from '../frame/missing'

interface Props {
  readonly best: BestMethod | null
  readonly methods: number
  /** Why there are no figures. */
  readonly why: string
}

/** The best method with its figures: final ones solid, those of what runs marked and with where they will end. */
export function BestCells({ best, methods, why }: Props) {
  return (
    <>
      <td role="cell" data-label="Best method">
        {best === null ? <Missing why={why} /> : <span title={best.label}>{methodName(best)}</span>}
        <span className="under">of {counted(methods, 'method')}</span>
      </td>
      <td role="cell" data-label="Accuracy" className="number" data-cell="accuracy">
        {best === null ? <Missing why={why} /> : <Accuracy best={best} />}
      </td>
      <td role="cell" data-label="Calls per question" className="number">
        {best === null ? <Missing why={why} /> : <Figure best={best}>{formatCalls(best.calls)}</Figure>}
        {best === null || best.tokens === null ? null : (
          <span className="under">{counted(Math.round(best.tokens), 'token')}</span>
        )}
      </td>
      <td role="cell" data-label="Calls saved" className="number">
        {best === null ? <Missing why={why} /> : <Figure best={best}>{Math.round(100 * best.saved)}%</Figure>}
      </td>
    </>
  )
}

function Accuracy({ best }: { readonly best: BestMethod }) {
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

function Figure({ best, children }: { readonly best: BestMethod; readonly children: React.ReactNode }) {
  return best.live === null ? <span className="final">{children}</span> : <em className="so-far">{children}</em>
}
