'use client'

import type { EvaluationView, FinalStatistics, MeanEstimate, SampleReadings } from '@cges-fleet/core'
import { readingWarningWords } from '@cges-fleet/core/note-words'
import { memo, type ReactNode } from 'react'
import { FiguresTable } from './figures-table'
import { OutcomesPanel } from './outcomes-panel'
import { Missing } from '../../../ui/format/marks'
import { formatCount, formatInterval, formatShare } from '../../../ui/format/numbers'
import { groupByFamily, nameMethods } from '../../../ui/methods/names'
import { CopyTable } from '../../../ui/table/copy-table'
import type { TableText } from '../../../ui/table/table-text'
import { TextTable } from '../../../ui/table/text-table'
import type { StatisticsState } from './use-statistics'

interface Props extends StatisticsState {
  readonly view: EvaluationView
}

/**
 * How reliable an evaluation's numbers are: outcomes in sight, the rest one click away; the same space is reserved
 * before they load.
 */
export const StatisticsPanels = memo(function StatisticsPanels({ view, statistics, problem }: Props) {
  const reports = groupByFamily(nameMethods(view.methods)).flatMap((group) => group.reports)
  if (statistics === null) {
    return (
      <p className="panel muted statistics-missing" data-testid="statistics-missing">
        {problem === null
          ? 'Intervals of differences, tests and outcomes are being computed …'
          : `Intervals of differences, tests and outcomes cannot be shown: ${problem}. Trying again.`}
      </p>
    )
  }
  const { final } = statistics
  return (
    <>
      <OutcomesPanel id={view.id} reports={reports} statistics={statistics} />
      <ReadingsPanel readings={statistics.samples.readings} />
      <FiguresTable reports={reports} final={final} />
      <SubsetsPanel final={final} />
    </>
  )
})

const WITHOUT = { no_answer: 'without an answer', truncated: 'truncated', declined: 'declined' } as const

/** The rules by which answers were found: results that rest on guessed readings must be visible as such. */
function ReadingsPanel({ readings }: { readonly readings: SampleReadings }) {
  if (readings.samples === 0) return null
  return (
    <section className="panel" aria-labelledby="readings-title" data-testid="readings">
      <div className="panel-head">
        <h2 id="readings-title">How answers were read</h2>
        <CopyTable title="How answers were read" read={() => readingsText(readings)} />
      </div>
      {readings.warnings.map((warning) => (
        <p key={warning.kind} className="warn outcomes">
          {readingWarningWords(warning)}
        </p>
      ))}
      <table className="plain readings">
        <thead>
          <tr>
            <th scope="col">Answer found</th>
            <th scope="col">Samples</th>
            <th scope="col">Share</th>
            <th scope="col" title="share of right answers among these samples">
              Accuracy
            </th>
          </tr>
        </thead>
        <Rows readings={readings} />
      </table>
    </section>
  )
}

function shareText(value: number | null): string {
  return value === null ? '—' : formatShare(value)
}

function readingsText({ tiers, without }: SampleReadings): TableText {
  return {
    columns: ['Answer found', 'Samples', 'Share', 'Accuracy'],
    rows: [
      ...tiers.map((each) => [
        each.tier ?? 'not known',
        formatCount(each.samples),
        shareText(each.share),
        shareText(each.accuracy),
      ]),
      ...without.map((each) => [WITHOUT[each.outcome], formatCount(each.samples), shareText(each.share), '']),
    ],
  }
}

function Rows({ readings: { tiers, without } }: { readonly readings: SampleReadings }) {
  const told = tiers.filter(({ tier, samples }) => tier !== null || samples > 0)
  return (
    <tbody>
      {told.map(({ tier, meaning, samples, share, accuracy }) => (
        <Row key={tier} of={tier ?? 'not known'} samples={samples} share={share} accuracy={accuracy}>
          <strong>{tier ?? 'not known'}</strong> <span className="muted">{meaning}</span>
        </Row>
      ))}
      {without.map(({ outcome, samples, share }) => (
        <Row key={outcome} of={outcome} samples={samples} share={share}>
          {WITHOUT[outcome]}
        </Row>
      ))}
    </tbody>
  )
}

interface RowProps {
  readonly of: string
  readonly samples: number
  readonly share: number | null
  /** Left out if there is no answer to grade. */
  readonly accuracy?: number | null
  readonly children: ReactNode
}

function Row({ of, samples, share, accuracy, children }: RowProps) {
  return (
    <tr data-readings={of} className={samples === 0 ? 'muted' : ''}>
      <th scope="row">{children}</th>
      <td>{formatCount(samples)}</td>
      <td>{share === null ? null : formatShare(share)}</td>
      <td>
        {accuracy === undefined ? null : accuracy === null ? (
          <Missing why={samples === 0 ? 'there is no such answer' : 'none is graded before the evaluation has ended'} />
        ) : (
          formatShare(accuracy)
        )}
      </td>
    </tr>
  )
}

type Subsets = NonNullable<FinalStatistics['subsets']>

/** maj@k, pass@k and pass^k: what k samples of the model would give, whichever k they were. */
function SubsetsPanel({ final }: { readonly final: FinalStatistics | null }) {
  const subsets = final?.subsets ?? null
  return (
    <details className="panel provenance" data-testid="subsets">
      <summary>
        <h2>Any k samples</h2>
        <span className="muted">maj@k · pass@k · pass^k</span>
      </summary>
      {subsets === null ? (
        <p className="footnote">{final?.subsetsMissing ?? 'They are there once every trial is closed'}.</p>
      ) : (
        <>
          <TextTable title="Any k samples" table={subsetsText(subsets)} />
          <p className="footnote">
            Expectations over all subsets of the {subsets.samples} samples of each of {formatCount(subsets.trials)}{' '}
            trials, in every order; none of them is a prefix of one stream. 95% intervals over questions.
            {subsets.rows.some(({ majorityError }) => majorityError > 0)
              ? ' maj@k is from seeded random subsets; ± is the standard error of that.'
              : ' Exact: every subset is counted.'}
          </p>
        </>
      )}
    </details>
  )
}

function subsetsText({ rows }: Subsets): TableText {
  return {
    columns: ['k', 'maj@k: the vote is right', 'pass@k: one is right', 'pass^k: all are right'],
    rows: rows.map(({ k, majority, majorityError, passAny, passAll }) => [
      `${k}`,
      `${written(majority)}${majorityError === 0 ? '' : ` ±${(100 * majorityError).toFixed(2)}`}`,
      written(passAny),
      written(passAll),
    ]),
  }
}

function written(estimate: MeanEstimate): string {
  return `${formatShare(estimate.value)} ${formatInterval(estimate)}`
}
