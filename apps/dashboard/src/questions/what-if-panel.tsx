'use client'
import { counted } from '@cges-fleet/core/counted'
import type { QuestionView } from '@cges-fleet/core'
import type { Vote } from '@cges-fleet/methods/replay'
import type { NamedReport } from '../families/name-methods'
import { answerName } from './answer-name'
import { type Knob, knobOf, type WhatIf, whatIf } from './what-if'

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
  const tried = value === null || !knob.values.includes(value) ? knob.own : value
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
        Computed in this page with the fleet’s own rule, on the samples drawn here. Nothing that is stored changes.
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
        <input
          type="range"
          min={0}
          max={knob.values.length - 1}
          value={place}
          aria-valuetext={`${knob.symbol} ${tried}`}
          onChange={(event) => onChange(knob.values[Number(event.target.value)] ?? null)}
        />
      </label>{' '}
      <output>
        {tried}
        {tried === knob.own ? ' (as it ran)' : ''}
      </output>{' '}
      <button type="button" onClick={() => onChange(null)} disabled={tried === knob.own}>
        Back to {knob.own}
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
