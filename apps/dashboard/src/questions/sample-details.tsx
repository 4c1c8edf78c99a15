'use client'
import type { QuestionSample } from '@cges-fleet/core'
import { formatInstant } from '../format/format-instant'
import { useZone } from '../frame/zone-scope'
import { DiffChoice } from './diff-choice'
import { outcomeWords, tierWords } from './outcome-words'
import type { SampleAddress } from './sample-address'
import { SampleTextPanel } from './sample-text'
import { TokenStrip } from './token-strip'
import { VisibleText } from './visible-text'

interface Props {
  readonly sample: QuestionSample
  readonly at: SampleAddress
  readonly withheld: boolean
  /** The samples that have a text, by their indices. */
  readonly texts: readonly number[]
}

/** Everything of one sample: what was written, how it was read, token by token, and every attempt at it. */
export function SampleDetails({ sample, at, withheld, texts }: Props) {
  return (
    <div className="sample-details" data-testid="sample-details">
      <p>
        {outcomeWords(sample)}
        {sample.rawAnswer === null ? '' : ', read as '}
        {sample.rawAnswer === null ? null : (
          <code>
            <VisibleText text={sample.rawAnswer} />
          </code>
        )}
        {sample.rawAnswer === null ? '' : ` (${tierWords(sample.tier)})`}
        {sample.error === null ? '' : `: ${sample.error}`}.
      </p>
      <Signals sample={sample} />
      {withheld ? (
        <p className="muted">Its text is not shown: the benchmark is gated.</p>
      ) : (
        <Texts sample={sample} at={at} texts={texts} />
      )}
      {sample.tokens ? (
        <section>
          <h3>Confidence, token by token</h3>
          <TokenStrip at={at} />
        </section>
      ) : null}
      <Attempts sample={sample} />
    </div>
  )
}

function Texts({ sample, at, texts }: Omit<Props, 'withheld'>) {
  if (!sample.text) {
    return (
      <p className="muted" data-testid="no-text">
        {sample.state === 'read'
          ? 'No text is stored of this sample: the log it came from had none, nothing was written, or it was deleted since.'
          : 'There is no text yet.'}
      </p>
    )
  }
  return (
    <>
      {sample.reasoning ? <SampleTextPanel at={at} part="reasoning" /> : null}
      <SampleTextPanel at={at} part="text" />
      <DiffChoice at={at} texts={texts} />
    </>
  )
}

function Signals({ sample: { signals } }: Pick<Props, 'sample'>) {
  const known = Object.entries(signals ?? {})
  if (known.length === 0) return <p className="muted">No confidence is known of it.</p>
  return (
    <dl className="sample-signals">
      {known.map(([signal, value]) => (
        <div key={signal}>
          <dt>{signal}</dt>
          <dd>{value.toFixed(4)}</dd>
        </div>
      ))}
    </dl>
  )
}

function Attempts({ sample: { attempts } }: Pick<Props, 'sample'>) {
  const zone = useZone()
  if (attempts.length === 0) return null
  return (
    <section>
      <h3>Attempts</h3>
      <ol className="attempts">
        {attempts.map(({ attempt, state, reason, worker, startedAt, endedAt }) => (
          <li key={attempt} value={attempt}>
            {state.replace('_', ' ')}
            {reason === null ? '' : `: ${reason}`}{' '}
            <span className="muted">
              worker {worker.slice(-8)}, {formatInstant(startedAt, zone)}
              {endedAt === null ? ', not ended' : ` to ${formatInstant(endedAt, zone).slice(11)}`}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
