import type { FinalStatistics } from '@cges-fleet/core'
import { counted, inNumber } from '@cges-fleet/core/counted'
import { notComparedWords } from '@cges-fleet/core/note-words'
import { questionsUntilNarrow } from '@cges-fleet/statistics/questions-needed'
import { formatAbout } from '../../ui/format/numbers'
import { ExternalNote } from '../../ui/methods/marker'
import type { NamedReport } from '../../ui/methods/names'

interface MethodsFootnoteProps {
  readonly reports: readonly NamedReport[]
  readonly drawn: number
  readonly final: FinalStatistics | null
}

/** How the numbers of the methods' table must be read. */
export function MethodsFootnote({ reports, drawn, final }: MethodsFootnoteProps) {
  const interim = reports.some((report) => report.interim)
  return (
    <p className="footnote methods-footnote">
      {namesSaid(reports)}
      {reports.every((report) => report.interim) ? null : 'Accuracy with its 95% interval. '}Calls are what a method
      would be charged if it ran alone; {counted(drawn, 'sample')} {inNumber(drawn, 'was', 'were')} drawn, shared by all
      methods here. A tie of votes goes to the answer seen first; no answer counts as wrong.
      <ExternalNote reports={reports} />
      {reports.some(({ live }) => live?.decided === true) ? (
        <>
          {' '}
          <em>decided</em>: the finished questions at the front of a random order, enough for what was asked. Below each
          figure are its limits for all questions, right in 95 of 100 runs however often you look. Methods are judged
          once every question is finished: extend it. Each number links to the questions behind it.
        </>
      ) : interim ? (
        <>
          {' '}
          <em>so far</em>: the finished questions at the front of a random order. <em>ends</em>: the range in which this
          run’s final figure will lie, in 95 of 100 runs however often you look. It covers accuracy, calls and Δ
          (points, paired by question), for these questions only. Methods are compared once every question is finished.
          Each number links to the questions behind it. The light bar spans all that is still possible. <em>interim</em>
          : if stopped now, each open question counted by its current leader.
        </>
      ) : (
        <Wide reports={reports} />
      )}
      {final === null ? null : <Judged final={final} />}
    </p>
  )
}

const NAMES: readonly (readonly [method: string, said: string])[] = [
  ['sc', 'SC, self-consistency, draws every sample and takes the most frequent answer. '],
  ['cges', 'CGES stops once an answer holds γ of the posterior, weighed by the confidence it names. '],
]

/** What a reader who knows no method must know of those here. */
function namesSaid(reports: readonly NamedReport[]): string {
  const methods = new Set<string>(reports.map(({ spec }) => spec.method))
  return NAMES.flatMap(([method, said]) => (methods.has(method) ? [said] : [])).join('')
}

/** What the widest interval needs, if one is still wide. */
function Wide({ reports }: { readonly reports: readonly NamedReport[] }) {
  const known = reports.flatMap(({ name, accuracy }) => (accuracy === null ? [] : [{ name, ...accuracy }]))
  const widest = known.toSorted((a, b) => b.high - b.low - (a.high - a.low))[0]
  const more = widest === undefined ? 0 : questionsUntilNarrow(widest)
  if (widest === undefined || more === 0) return null
  const half = (50 * (widest.high - widest.low)).toFixed(1)
  return (
    <>
      {' '}
      {widest.name} has the widest interval, ±{half} points. About {formatAbout(more)} more questions would narrow it to
      ±5.
    </>
  )
}

function Judged({ final }: { readonly final: FinalStatistics }) {
  const { margin, notCompared, methods } = final
  if (notCompared !== null)
    return <> Methods are not compared{notCompared.kind === 'blocked' ? '' : `: ${notComparedWords(notCompared)}`}.</>
  const compared = methods.filter(({ comparison }) => comparison !== null).length
  const points = (100 * margin).toFixed(0)
  return (
    <>
      {' '}
      Δ is in points and paired by question, with its 95% interval. <em>non-inferior</em>: the loss is less than δ ={' '}
      {points} point; <em>tie</em> is that with 0 in the interval. <b>Bold</b>: not shown to be less accurate than the
      most accurate method; of those, not shown to need more calls than the cheapest. p is exact and adjusted for{' '}
      {counted(compared, 'comparison')} (Holm).
    </>
  )
}
