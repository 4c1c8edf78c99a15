'use client'

import type { QuestionView } from '@cges-fleet/core'
import { counted } from '@cges-fleet/core/counted'
import {
  decide,
  isTrialMethod,
  type ReportedSpec,
  sweptValues,
  type TrialMethodSpec,
  type Vote,
} from '@cges-fleet/methods/replay'
import type { NamedReport } from '../../ui/methods/names'
import { answerName } from './answers'
import { Slider } from '../../ui/shell/slider'

interface Props {
  readonly view: QuestionView
  readonly report: NamedReport
  readonly votes: readonly Vote[]
  /** The value tried; null for the method's own. */
  readonly value: number | null
  readonly onChange: (value: number | null) => void
}

/** Tries a method with another value of its parameter on this question's samples. Nothing stored changes. */
export function WhatIfPanel({ view, report, votes, value, onChange }: Props) {
  const knob = knobOf(report.spec, votes.length)
  if (knob === null || votes.length === 0) {
    return (
      <section className="panel what-if">
        <h2>What if</h2>
        <p className="muted">
          {knob === null
            ? `${report.name} decides over many questions at once: it cannot be tried on one.`
            : 'There is no sample yet to try it on.'}
        </p>
      </section>
    )
  }
  const tried = value === null || !knob.values.includes(value) ? knob.configured : value
  const result = whatIf(knob, tried, votes)
  return (
    <section className="panel what-if" data-testid="what-if">
      <h2>
        <span className="tag">what if</span> {report.name} had another {knob.name}
      </h2>
      <WhatIfSlider knob={knob} tried={tried} onChange={onChange} />
      <p
        data-testid="what-if-result"
        data-state={result.state}
        data-calls={result.state === 'stopped' ? result.calls : undefined}
        data-answer={result.state === 'stopped' ? (result.answer ?? 'none') : undefined}
        aria-live="polite"
      >
        {sentence({ knob, tried, result, view, report })}
      </p>
      <p className="muted">
        Computed in your browser with the fleet’s own rule, on these samples. Stored results stay as they are.
      </p>
    </section>
  )
}

interface SliderProps {
  readonly knob: Knob
  readonly tried: number
  readonly onChange: (value: number | null) => void
}

function WhatIfSlider({ knob, tried, onChange }: SliderProps) {
  const place = knob.values.indexOf(tried)
  return (
    <p className="knob">
      <label>
        {knob.symbol} ={' '}
        <Slider
          min={0}
          max={knob.values.length - 1}
          value={place}
          words={`${knob.symbol} ${tried}`}
          onSlide={(at) => onChange(knob.values[at] ?? null)}
        />
      </label>{' '}
      <output>
        {tried}
        {tried === knob.configured ? ' (as it ran)' : ''}
      </output>{' '}
      <button type="button" onClick={() => onChange(null)} disabled={tried === knob.configured}>
        Back to {knob.configured}
      </button>
    </p>
  )
}

interface Saying {
  readonly knob: Knob
  readonly tried: number
  readonly result: WhatIf
  readonly view: QuestionView
  readonly report: NamedReport
}

function sentence({ knob, tried, result, view, report }: Saying): string {
  const stored = view.verdicts.find(({ method, state }) => method === report.key && state === 'resolved')
  switch (result.state) {
    case 'impossible':
      return `It cannot be tried: ${result.why}.`
    case 'open':
      return `With ${knob.symbol} = ${tried} it would not have stopped within the ${counted(result.drawn, 'sample')} drawn.`
    case 'stopped': {
      const said = `With ${knob.symbol} = ${tried} it would stop after ${calls(result.calls)} with ${answered(view, result.answer)}`
      if (stored === undefined) return `${said}.`
      const less = stored.calls === null ? 0 : stored.calls - result.calls
      const than =
        less === 0 ? 'as many as it took' : `${calls(Math.abs(less))} ${less > 0 ? 'fewer' : 'more'} than it took`
      const other = stored.answer === result.answer ? '' : `; its verdict was ${answered(view, stored.answer)}`
      return `${said}: ${than}${other}.`
    }
  }
}

const calls = (count: number) => counted(count, 'call')

function answered(view: QuestionView, place: number | null): string {
  const correct = place === null ? false : (view.answers[place]?.correct ?? null)
  return `${answerName(view, place)} (${correct === null ? 'not graded' : correct ? 'right' : 'wrong'})`
}

/** A parameter of a method that can be tried at other values: the values, in order, its own among them. */
interface Knob {
  readonly symbol: string
  readonly name: string
  readonly configured: number
  readonly values: readonly number[]
  with(value: number): TrialMethodSpec
}

/** Returns the parameter of a method that can be varied on one question's samples; null if none can. */
export function knobOf(spec: ReportedSpec, samples: number): Knob | null {
  const swept = isTrialMethod(spec) ? sweptValues(spec) : null
  if (swept === null || !isTrialMethod(spec)) return null
  const { parameter, symbol, configured, scale } = swept
  const most = parameter === 'budget' ? Math.min(samples, 1024) : spec.budget
  return {
    symbol,
    name: parameter === 'gamma' ? 'threshold γ' : parameter,
    configured,
    values: scale === 'count' ? withConfigured(upTo(most), configured) : swept.values,
    with: (value) => ({ ...spec, [parameter]: value }),
  }
}

/** Where a method would have stopped at another value of its parameter, or that there are too few samples to tell. */
type WhatIf =
  | {
      readonly state: 'stopped'
      readonly calls: number
      readonly answer: number | null
      readonly score: number | null
      readonly reason: string
    }
  | { readonly state: 'open'; readonly drawn: number }
  | { readonly state: 'impossible'; readonly why: string }

/** Decides a question again as a method would with another value: the fleet's own rule, on the samples that are there. */
export function whatIf(knob: Knob, value: number, votes: readonly Vote[]): WhatIf {
  try {
    const decision = decide(knob.with(value), votes)
    if (decision.state === 'open') return { state: 'open', drawn: votes.length }
    const { calls, answer, score, reason } = decision
    return { state: 'stopped', calls, answer: answer === null ? null : Number(answer), score, reason }
  } catch (error) {
    if (error instanceof RangeError) return { state: 'impossible', why: error.message }
    throw error
  }
}

function upTo(most: number): number[] {
  return Array.from({ length: Math.max(1, most) }, (_, at) => at + 1)
}

function withConfigured(values: readonly number[], configured: number): number[] {
  return [...new Set([...values, configured])].toSorted((a, b) => a - b)
}
