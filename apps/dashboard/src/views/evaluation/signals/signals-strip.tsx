'use client'

import type { FinalStatistics } from '@cges-fleet/core'
import Link from 'next/link'
import { SignalCharts } from './signal-figures'
import { usedSignals } from './signals'
import type { NamedReport } from '../../../ui/methods/names'

interface Props {
  readonly id: string
  readonly reports: readonly NamedReport[]
  readonly final: FinalStatistics | null
}

/** How far the confidences that methods here rely on can be believed: on that rests how CGES does. */
export function SignalsStrip({ id, reports, final }: Props) {
  const used = usedSignals(reports)
  return (
    <section className="panel" aria-labelledby="signals-title" data-testid="signals">
      <div className="panel-head">
        <h2 id="signals-title">Confidence signals</h2>
        <Link href={`/evaluations/${encodeURIComponent(id)}/signals`}>
          All signals, larger, and their effect on stopping
        </Link>
      </div>
      {used.length === 0 ? (
        <p className="footnote">No method here uses a confidence. Its own page shows what was measured.</p>
      ) : (
        used.map((signal) => (
          <SignalCharts
            key={signal}
            signal={signal}
            quality={final?.signals.find((each) => each.signal === signal) ?? null}
            height={210}
          />
        ))
      )}
    </section>
  )
}
