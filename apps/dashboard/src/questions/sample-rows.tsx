'use client'
import type { QuestionAnswer, QuestionSample } from '@cges-fleet/core'
import type { ConfidenceSignal } from '@cges-fleet/methods'
import { formatCount } from '../format/format-count'
import { formatSeconds } from '../format/format-seconds'
import { Missing } from '../frame/missing'
import { AnswerKey } from './answer-key'
import { outcomeWords } from './outcome-words'
import type { SampleAddress } from './sample-address'
import { SampleDetails } from './sample-details'
import { VerdictMark } from './verdict-mark'
import { VisibleText } from './visible-text'

interface Props {
  readonly sample: QuestionSample
  readonly answer: QuestionAnswer | null
  /** The confidence to show: the chosen method's; null for any there is. */
  readonly signal: ConfidenceSignal | null
  readonly unused: boolean
  readonly isOpen: boolean
  readonly onOpen: (index: number | null) => void
  readonly at: SampleAddress
  readonly withheld: boolean
  readonly texts: readonly number[]
}

/** One sample and, once it is opened, all its details below. */
export function SampleRows({ sample, answer, signal, unused, isOpen, onOpen, at, withheld, texts }: Props) {
  const { index, finishReason, completionTokens, totalMs, attempts } = sample
  return (
    <>
      <tr data-sample={index} className={unused ? 'unused' : ''}>
        <td>
          <button
            type="button"
            className="open-sample"
            aria-expanded={isOpen}
            onClick={() => onOpen(isOpen ? null : index)}
          >
            {isOpen ? '▾' : '▸'} {index + 1}
            <span className="sr-only"> sample, {isOpen ? 'close' : 'open'}</span>
          </button>
        </td>
        <AnswerCell sample={sample} answer={answer} unused={unused} />
        <td className="number">
          <Confidence sample={sample} signal={signal} />
        </td>
        <td className="number">{known(completionTokens, formatCount)}</td>
        <td>{finishReason ?? <Missing why="not told" />}</td>
        <td className="number">{known(totalMs, (ms) => formatSeconds(ms / 1000))}</td>
        <td className="number">
          {attempts.length === 0 ? <Missing why="it was imported, or not asked for yet" /> : attempts.length}
        </td>
      </tr>
      {isOpen ? (
        <tr className="opened">
          <td colSpan={7}>
            <SampleDetails sample={sample} at={at} withheld={withheld} texts={texts} />
          </td>
        </tr>
      ) : null}
    </>
  )
}

function known(value: number | null, format: (value: number) => string) {
  return value === null ? <Missing why="not told" /> : format(value)
}

function AnswerCell({
  sample: { state, outcome, excerpt, completionTokens },
  answer,
  unused,
}: Pick<Props, 'sample' | 'answer' | 'unused'>) {
  return (
    <td className="sample-answer">
      {answer === null ? (
        <em>{outcomeWords({ state, outcome, completionTokens })}</em>
      ) : (
        <>
          <AnswerKey text={answer.key} /> <VerdictMark correct={answer.correct} />
        </>
      )}
      {unused ? <span className="muted"> · not used</span> : null}
      {excerpt === null ? null : (
        <span className="excerpt">
          … <VisibleText text={excerpt} />
        </span>
      )}
    </td>
  )
}

function Confidence({
  sample: { signals },
  signal,
}: {
  readonly sample: QuestionSample
  readonly signal: ConfidenceSignal | null
}) {
  const [first] = Object.entries(signals ?? {})
  const value = signal === null ? first?.[1] : signals?.[signal]
  const name = signal ?? first?.[0]
  if (value === undefined) return <Missing why="the server told no log-probabilities" />
  return (
    <span title={name}>
      <span className="confidence-bar" aria-hidden="true">
        <span style={{ width: `${100 * value}%` }} />
      </span>{' '}
      {value.toFixed(3)}
    </span>
  )
}
