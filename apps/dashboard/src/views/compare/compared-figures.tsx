'use client'

import type { Agreement, Comparison, ComparisonStatistics } from '@cges-fleet/core'
import { useContext, useMemo, useState } from 'react'
import type { ComparedQuery } from '../../addresses/comparisons'
import { questionsAddress } from '../../addresses/questions'
import { ByShareLink, TeamLink } from '../../addresses/team-link'
import { DifferencesTable, differencesText, noteOf } from './differences-table'
import { EarlyTable } from './early-table'
import { ForestFigure, OverlayFigure } from './comparison-charts'
import { IntervalsUnread } from './intervals-unread'
import { type Judgements, useJudgements } from './use-judgements'
import { formatCount } from '../../ui/format/numbers'
import { ExternalNote } from '../../ui/methods/marker'
import { useProvenanceMark } from '../../ui/provenance/provenance-scope'
import { CopiedHeading } from '../../ui/table/copied-heading'
import { CopyTable } from '../../ui/table/copy-table'
import {
  earlyPairs,
  type JudgedPair,
  judgedPairs,
  type LetteredEvaluation,
  nameComparison,
  type NamedPair,
  pairName,
} from './comparison'
import { ScrollRegion } from '../../ui/table/scroll-region'

interface Props {
  readonly comparison: Comparison
  readonly statistics: ComparisonStatistics | null
  readonly query: ComparedQuery
}

/**
 * The figures of a comparison: differences with their judgements, which side is right where, and all methods in one
 * plane.
 */
export function ComparedFigures({ comparison, statistics: initial, query }: Props) {
  const { evaluations, pairs } = useMemo(() => nameComparison(comparison), [comparison])
  const judgements = useJudgements(query, initial)
  const judged = judgedPairs(pairs, judgements.statistics)
  const unpaired = pairs.filter(({ pair }) => pair.state === 'unpaired')
  return (
    <>
      {judged.length + unpaired.length === 0 ? null : <Differences {...{ comparison, judgements, judged, unpaired }} />}
      <EarlyTable pairs={earlyPairs(pairs)} />
      {judged.length === 0 ? null : <WinsTable judged={judged} />}
      <OverlayFigure evaluations={evaluations} pairs={pairs} />
    </>
  )
}

interface DifferencesProps extends Pick<Props, 'comparison'> {
  readonly judgements: Judgements
  readonly judged: readonly JudgedPair[]
  readonly unpaired: readonly NamedPair[]
}

/** The differences as a table and as a picture, both in their places before their intervals are there. */
function Differences({ comparison, judgements, judged, unpaired }: DifferencesProps) {
  const { evaluations } = useMemo(() => nameComparison(comparison), [comparison])
  const { statistics, problem } = judgements
  const table = differencesText(judged, unpaired)
  return (
    <>
      <section className="panel" aria-labelledby="differences-title">
        <div className="panel-head">
          <h2 id="differences-title">Differences</h2>
          <span className="panel-tools">
            <CopyTable title="Differences" read={() => table} />
            <SaveComparison comparison={comparison} statistics={statistics} />
          </span>
        </div>
        {judged.length === 0 ? (
          <p className="muted">No two of them share a question. The unpaired comparison is below.</p>
        ) : (
          <DifferencesTable judged={judged} waiting={problem === null ? 'being computed' : 'not known'} />
        )}
        <DifferencesNote judged={judged.length} evaluations={evaluations} />
      </section>
      <ForestFigure
        judged={judged}
        unpaired={unpaired}
        margin={statistics?.margin ?? 0.01}
        table={table}
        awaited={statistics === null && judged.length > 0 ? <Awaited judgements={judgements} /> : null}
      />
    </>
  )
}

interface NoteProps {
  readonly judged: number
  readonly evaluations: readonly LetteredEvaluation[]
}

function DifferencesNote({ judged, evaluations }: NoteProps) {
  return (
    <p className="footnote">
      {noteOf(judged)}
      <ExternalNote reports={evaluations.flatMap(({ reports }) => reports)} />
    </p>
  )
}

/** Why the intervals are not there yet. */
function Awaited({ judgements: { problem, again } }: { readonly judgements: Judgements }) {
  return problem === null ? (
    <span role="status">Intervals and tests are being computed, which takes some seconds.</span>
  ) : (
    <IntervalsUnread problem={problem} again={again} />
  )
}

interface SaveComparisonProps {
  readonly comparison: Comparison
  /** Null until they are computed. */
  readonly statistics: ComparisonStatistics | null
}

/** Saves a comparison as the API returns it, every figure in full, with the provenance of the numbers. */
function SaveComparison({ comparison, statistics }: SaveComparisonProps) {
  const { long } = useProvenanceMark()
  const [failed, setFailed] = useState(false)
  const save = async () => {
    const { saveFile } = await import('../../ui/charts/save-file')
    const note = long === '' ? {} : { note: long }
    const content = JSON.stringify({ ...note, comparison, statistics }, null, 2)
    saveFile(new Blob([content], { type: 'application/json' }), 'comparison.json')
  }
  return (
    <span className="copy-buttons">
      <span className="muted">Save all as</span>
      <button
        type="button"
        className="small"
        onClick={() =>
          void save().then(
            () => setFailed(false),
            () => setFailed(true),
          )
        }
      >
        JSON
      </button>
      {failed ? (
        <span role="alert">It could not be saved because a part of this page did not load. Try again.</span>
      ) : null}
    </span>
  )
}

const COLUMNS: readonly (readonly [Agreement, string])[] = [
  ['both', 'Both right'],
  ['this', 'Only the first right'],
  ['other', 'Only the second right'],
  ['neither', 'Both wrong'],
]

/** Who is right where: the four counts of each pair, each leading to its questions. */
function WinsTable({ judged }: { readonly judged: readonly JudgedPair[] }) {
  return (
    <section className="panel" aria-labelledby="wins-title">
      <CopiedHeading id="wins-title" title="Who is right where" of="wins-table">
        Who is right where
      </CopiedHeading>
      <p className="footnote">
        Questions that both finished, by which of them is right.
        {useContext(ByShareLink) ? '' : ' Each count opens its questions in the first’s evaluation.'}
      </p>
      <ScrollRegion label="Table of agreement">
        <table id="wins-table" className="wins" data-testid="wins">
          <thead>
            <tr>
              <th scope="col">First against second</th>
              {COLUMNS.map(([agreement, title]) => (
                <th scope="col" key={agreement} className="number">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {judged.map((each) => (
              <Row key={pairName(each)} judged={each} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  )
}

function Row({ judged }: { readonly judged: JudgedPair }) {
  const { counts, pair } = judged
  const { both, onlyThis, onlyBase, neither, trials } = counts
  const found = { both, this: onlyThis, other: onlyBase, neither }
  const isWithin = pair.evaluation === pair.base
  return (
    <tr>
      <th scope="row">
        {pairName(judged)}
        <span className="wins-bar" aria-hidden="true">
          {COLUMNS.map(([agreement]) => (
            <span
              key={agreement}
              className={`wins-${agreement}`}
              style={{ width: `${(100 * found[agreement]) / trials}%` }}
            />
          ))}
        </span>
      </th>
      {COLUMNS.map(([agreement, title]) => (
        <td key={agreement} className="number">
          <TeamLink
            className="counted"
            data-agreement={agreement}
            aria-label={`${title}: ${formatCount(found[agreement])}, ${pairName(judged)}`}
            href={questionsAddress(pair.evaluation, {
              method: pair.method,
              agreement,
              versus: isWithin ? undefined : pair.base,
              versusMethod: pair.baseMethod === pair.method ? undefined : pair.baseMethod,
            })}
            prefetch={false}
          >
            {formatCount(found[agreement])}
          </TeamLink>
        </td>
      ))}
    </tr>
  )
}
