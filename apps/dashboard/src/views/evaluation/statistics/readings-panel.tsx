import type { SampleReadings } from '@cges-fleet/core'
import { readingWarningWords } from '@cges-fleet/core/note-words'
import type { ReactNode } from 'react'
import { Missing } from '../../../ui/format/marks'
import { closePercent, formatCount, formatShare } from '../../../ui/format/numbers'
import { PanelMenu } from '../../../ui/shell/popover'
import { CopyTable } from '../../../ui/table/copy-table'
import type { TableText } from '../../../ui/table/table-text'

const WITHOUT = { no_answer: 'without an answer', truncated: 'truncated', declined: 'declined' } as const

/** The rules by which answers were found: results that rest on guessed readings must be visible as such. */
export function ReadingsPanel({ readings }: { readonly readings: SampleReadings }) {
  if (readings.samples === 0) return null
  return (
    <section className="panel" aria-labelledby="readings-title" data-testid="readings">
      <div className="panel-head">
        <h2 id="readings-title">How answers were read</h2>
        <PanelMenu name="How answers were read: copy">
          <CopyTable title="How answers were read" read={() => readingsText(readings)} />
        </PanelMenu>
      </div>
      {readings.warnings.map((warning) => (
        <p key={warning.kind} className="warn outcomes">
          {closePercent(readingWarningWords(warning))}
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
  const shown = tiers.filter(({ tier, samples }) => tier !== null || samples > 0)
  return (
    <tbody>
      {shown.map(({ tier, meaning, samples, share, accuracy }) => (
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
