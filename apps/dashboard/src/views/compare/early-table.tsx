import { counted } from '@cges-fleet/core/counted'
import { JudgementWord } from '../../ui/format/judgements'
import {
  formatCalls,
  formatChange,
  formatCount,
  formatPoints,
  formatPointsInterval,
  signed,
} from '../../ui/format/numbers'
import { Marker } from '../../ui/methods/marker'
import { CopiedHeading } from '../../ui/table/copied-heading'
import { type EarlyPair, pairName } from './comparison'
import { ScrollRegion } from '../../ui/table/scroll-region'

/** Differences of evaluations that ended once their result was sure, by limits that hold wherever that was. */
export function EarlyTable({ pairs }: { readonly pairs: readonly EarlyPair[] }) {
  if (pairs.length === 0) return null
  return (
    <section className="panel" aria-labelledby="early-title" data-testid="early-differences">
      <CopiedHeading id="early-title" title="Differences of evaluations that ended early" of="early-table">
        Differences where one ended early
      </CopiedHeading>
      <p className="footnote">
        Over the first trials, in random order, that both finished. The limits are for all trials and hold wherever the
        evaluations ended, in 95% of cases
        {pairs.length === 1 ? '' : ` for all ${counted(pairs.length, 'pair')} at once`}.
      </p>
      <ScrollRegion label="Table of early differences">
        <table id="early-table" className="differences">
          <thead>
            <tr>
              <th scope="col">Compared</th>
              <th scope="col" className="number">
                Δ accuracy, points
              </th>
              <th scope="col">Judged</th>
              <th scope="col" className="number">
                Δ calls a question
              </th>
              <th scope="col" className="number">
                First trials
              </th>
            </tr>
          </thead>
          <tbody>
            {pairs.map((pair) => (
              <Row key={pairName(pair)} of={pair} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  )
}

function Row({ of }: { readonly of: EarlyPair }) {
  const { own, pair, early } = of
  const { accuracy, calls, baseCalls, closed, trials } = early
  return (
    <tr data-pair={`${pair.evaluation} ${pair.method}`}>
      <th scope="row">
        {own.report === null ? null : <Marker identity={own.report.identity} hollow />} {pairName(of)}
      </th>
      <td className="number">
        <strong>{formatPoints(accuracy.value)}</strong>{' '}
        <span className="aside interval">{formatPointsInterval(accuracy)}</span>
      </td>
      <td className="judged">
        <JudgementWord comparison={early} />
      </td>
      <td className="number">
        {signed(formatCalls(calls))}{' '}
        <span className="aside">{baseCalls === 0 ? '' : formatChange(calls / baseCalls)}</span>
      </td>
      <td className="number">
        {formatCount(closed)} <span className="aside">of {formatCount(trials)}</span>
      </td>
    </tr>
  )
}
