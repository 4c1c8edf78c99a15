'use client'

import type { CheckedGamma, EvaluationView, FinalStatistics, GammaAdvice, SignalQuality } from '@cges-fleet/core'
import { getGammaAdvice } from '@cges-fleet/core/addresses'
import { counted } from '@cges-fleet/core/counted'
import { gammaVerdictWords, noGammaWords } from '@cges-fleet/core/statistics-words'
import { useEffect, useState } from 'react'
import { api } from '../../../api/browser'
import { type Failing, failingBy } from '../../../api/failing'
import { changeInCalls, differenceWords } from '../../../ui/format/judgements'
import { closePercent, formatCalls, formatCount, formatShare } from '../../../ui/format/numbers'
import type { NamedReport } from '../../../ui/methods/names'
import { Copyable } from '../../../ui/shell/copying'
import type { TableText } from '../../../ui/table/table-text'
import { TextTable } from '../../../ui/table/text-table'
import { type Compared, comparedIn } from '../statistics/story'
import { figure } from './signal-tables'

interface Props {
  readonly view: EvaluationView
  readonly reports: readonly NamedReport[]
  readonly final: FinalStatistics
  /** The signal being shown. */
  readonly shown: SignalQuality
}

/** Whether stopping by confidence pays here, and how to find the γ that does. */
export function SignalAdvice({ view, reports, final, shown }: Props) {
  const verdicts = comparedIn(reports, final).flatMap((each) => {
    const { spec, key } = each.report
    if (spec.method !== 'cges') return []
    const quality = final.signals.find(({ signal }) => signal === spec.confidence) ?? null
    return [{ key, words: adviceWords(each, quality) }]
  })
  const command = tuneCommand(view, shown.signal)
  return (
    <section className="panel" aria-labelledby="advice-title" data-testid="advice">
      <h2 id="advice-title">Does stopping by confidence pay here?</h2>
      {verdicts.map(({ key, words }) => (
        <p key={key}>{words}</p>
      ))}
      <GammaPanel view={view} signal={shown.signal} />
      {command === null ? null : (
        <>
          <p className="footnote">The same, with a slice, seed or budget of your own:</p>
          <Copyable text={command} />
          <p className="footnote">
            To keep wrong answers rare, run <code>cges export {view.id} --format jsonl</code>, then{' '}
            <code>cges replay samples.jsonl --questions gold.jsonl --coverage 0.05/0.1</code>. It finds the score below
            which to give no answer, so that at most 5% of given answers are wrong, with 90% certainty.
          </p>
        </>
      )}
    </section>
  )
}

/** Describes whether a method that stops by confidence helps here, as the statistics judged it. */
export function adviceWords({ report, baseline, comparison, change }: Compared, quality: SignalQuality | null): string {
  const { name } = report
  const { judgement, questions } = comparison
  const difference = `${differenceWords(comparison)} against ${baseline.name}`
  if (judgement === 'worse') return `${name} does not help: it loses accuracy, ${difference}.`
  if (quality?.median != null && quality.median < 0.5)
    return `Do not rely on ${name}: at a median confidence of ${figure(quality.median)}, most answers count against themselves.`
  if (!(change < 0)) return `${name} saves no calls: ${difference}.`
  return judgement === 'inconclusive'
    ? `${name} may help: it takes ${changeInCalls(change)}, but ${counted(questions, 'question')} are too few to tell whether it keeps the accuracy: ${difference}.`
    : `${name} helps: it takes ${changeInCalls(change)} and keeps the accuracy: ${difference}.`
}

const SLICE = 100

/**
 * The command that chooses γ on a part of the questions and checks it on the rest; null if no SC drew enough samples of
 * each, or there are too few questions for two parts.
 */
export function tuneCommand(
  { id, methods, benchmark }: Pick<EvaluationView, 'id' | 'methods' | 'benchmark'>,
  signal: string,
): string | null {
  const budget = Math.max(0, ...methods.flatMap(({ spec }) => (spec.method === 'sc' ? [spec.budget] : [])))
  const slice = Math.min(SLICE, Math.floor(benchmark.questions / 2))
  if (budget === 0 || slice === 0) return null
  return `cges tune ${id} --signal ${signal} --slice ${slice} --budget ${budget}`
}

interface GammaPanelProps {
  readonly view: Pick<EvaluationView, 'id' | 'version'>
  readonly signal: GammaAdvice['signal']
}

/** The γ advised here for the chosen signal, beside the one that ran; or why none is advised. */
function GammaPanel({ view, signal }: GammaPanelProps) {
  const state = useGammaAdvice(view, signal)
  return (
    <div className="gamma" aria-busy={state === null} data-testid="gamma-advice">
      <h3>Which γ for {signal}?</h3>
      {state === null ? <p className="muted">γ is being chosen …</p> : null}
      {state?.failing == null ? null : (
        <p className="muted">γ could not be chosen: {state.failing.why ?? 'the API does not answer'}.</p>
      )}
      {state?.found == null ? null : <Advice found={state.found} />}
    </div>
  )
}

function Advice({ found: { signal, none, advice } }: { readonly found: GammaAdvice }) {
  if (advice === null) return none === null ? null : <p>No γ is advised: {noGammaWords(none)}.</p>
  const map = mapNote(advice)
  return (
    <>
      <p>{closePercent(gammaVerdictWords(advice.verdict))}</p>
      {advice.method === null ? null : <Copyable text={advice.method} />}
      <TextTable title={`γ for ${signal}`} table={gammaTable(advice)} />
      {map === null ? null : <p className="footnote">{map}</p>}
      <p className="footnote">{labelsNote(advice)}</p>
    </>
  )
}

type Advice = NonNullable<GammaAdvice['advice']>

/** The chosen γ beside those of the methods that ran, on the questions that had no part in choosing. */
export function gammaTable({ checks, method, recalibration, ran }: Advice): TableText {
  // If a recalibration is adopted, every row uses it, and none of them is the γ that ran.
  const current = recalibration?.adopted === true ? [] : ran
  return {
    columns: ['γ', 'Accuracy', 'SC’s', 'Difference', 'Result', 'Calls', 'Saved', 'Tokens'],
    rows: checks.map((check, place) => [
      nameOf(check, { chosen: place === 0 && method !== null, current }),
      formatShare(check.accuracy),
      formatShare(check.scAccuracy),
      differenceOf(check),
      check.judgement,
      formatCalls(check.calls),
      formatShare(check.saved),
      check.tokens === null ? '—' : formatCount(Math.round(check.tokens)),
    ]),
  }
}

function nameOf({ gamma }: CheckedGamma, of: { readonly chosen: boolean; readonly current: readonly number[] }) {
  const notes = [...(of.chosen ? ['chosen'] : []), ...(of.current.includes(gamma) ? ['as it ran'] : [])]
  return notes.length === 0 ? `${gamma}` : `${gamma} (${notes.join(', ')})`
}

function differenceOf({ accuracy, scAccuracy, difference }: CheckedGamma): string {
  const interval = difference === null ? '' : ` [${points(difference.low)}, ${points(difference.high)}]`
  return `${points(accuracy - scAccuracy)}${interval} pts`
}

function points(share: number): string {
  return `${share < 0 ? '−' : '+'}${Math.abs(100 * share).toFixed(1)}`
}

/** Describes which labels were used, and what that is worth. */
export function labelsNote({ slice, rest, left, seed, gammaInterval, checks }: Advice): string {
  const [chosen] = checks
  const range =
    gammaInterval === null || chosen === undefined
      ? ''
      : ` On resampled questions γ is ${gammaInterval.low} to ${gammaInterval.high} in 95 of 100.`
  const leftOut =
    left === 0 ? '' : ` ${counted(left, 'question')} were left out at random to answer in seconds; cges tune reads all.`
  return `γ was chosen on ${counted(slice, 'question')} (seed ${seed}). The figures are of the other ${formatCount(rest)}.${range}${leftOut} Choose again for another benchmark or model. Figures are not adjusted for looking at several signals.`
}

/** Describes whether recalibrating improves the signal; null if nothing can be fitted. */
export function mapNote({ recalibration }: Advice): string | null {
  if (recalibration === null) return null
  const { map, adopted, calls, accuracy, plain } = recalibration
  const compared = `in five-fold cross-validation ${formatShare(accuracy)} with it and ${formatShare(plain)} without, at ${formatCalls(calls)} calls`
  return adopted
    ? `With the recalibration map ${map.join(';')}: ${compared}.`
    : `A recalibration (map ${map.join(';')}) did not help and is not used: ${compared}.`
}

/** The advice on the γ for a signal: null while it is computed. */
type GammaState = { readonly found: GammaAdvice | null; readonly failing: Failing | null } | null

/** Asks for the advice beside the page, once a signal: choosing γ takes seconds for many questions. */
function useGammaAdvice(view: Pick<EvaluationView, 'id' | 'version'>, signal: GammaAdvice['signal']): GammaState {
  const wanted = `${view.id} ${view.version} ${signal}`
  const [found, setFound] = useState<{ readonly of: string; readonly state: GammaState } | null>(null)
  useEffect(() => {
    const leaving = new AbortController()
    const [id = ''] = wanted.split(' ')
    void fetchAdvice(id, signal, leaving.signal).then((state) => {
      if (!leaving.signal.aborted) setFound({ of: wanted, state })
    })
    return () => leaving.abort()
  }, [wanted, signal])
  return found?.of === wanted ? found.state : null
}

async function fetchAdvice(id: string, signal: GammaAdvice['signal'], leaving: AbortSignal): Promise<GammaState> {
  try {
    const found = await api.call(getGammaAdvice, { path: { id, signal } }, { signal: leaving })
    return { found, failing: null }
  } catch (error) {
    return { found: null, failing: failingBy(error) }
  }
}
