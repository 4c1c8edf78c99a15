'use client'

import type { QuestionSample } from '@cges-fleet/core'
import { getSampleText } from '@cges-fleet/core/addresses'
import { pathOf } from '@cges-fleet/core/contract'
import { countedOf, inNumber } from '@cges-fleet/core/counted'
import { textsDeletedWords } from '@cges-fleet/core/texts-deleted-words'
import { useSearchParams } from 'next/navigation'
import { lazy, Suspense } from 'react'
import type { SampleAddress } from '../../addresses/questions'
import { ask } from '../../api/browser'
import { askingSample } from './sample-route'
import { outcomeWords, tierWords } from './outcome-words'
import { TextView } from './text-view'
import { TokenStrip, useParts } from './token-strip'
import { formatInstant } from '../../ui/format/times'
import { useZone } from '../../ui/preferences/zone-scope'
import { fetchLater } from '../../ui/shell/fetch-later'
import { VisibleText } from './answers'

interface Props {
  readonly sample: QuestionSample
  readonly at: SampleAddress
  readonly withheld: boolean
  /** When texts of this evaluation were deleted; null if none were. */
  readonly textsDeletedAt: string | null
  /** The samples that have a text, by their indices. */
  readonly texts: readonly number[]
}

/** Everything of one sample: what was written, how it was read, token by token, and every attempt at it. */
export function SampleDetails({ sample, at, withheld, textsDeletedAt, texts }: Props) {
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
        <Texts {...{ sample, at, textsDeletedAt, texts }} />
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

function Texts({ sample, at, textsDeletedAt, texts }: Omit<Props, 'withheld'>) {
  if (!sample.text) {
    return (
      <p className="muted" data-testid="no-text">
        {sample.state === 'read' ? noTextWords(textsDeletedAt) : 'There is no text yet.'}
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

function noTextWords(deletedAt: string | null): string {
  return deletedAt === null
    ? 'This sample has no text: its log had none, or the model wrote nothing.'
    : textsDeletedWords(deletedAt)
}

function Signals({ sample: { signals } }: Pick<Props, 'sample'>) {
  const known = Object.entries(signals ?? {})
  if (known.length === 0) return <p className="muted">This sample has no confidence.</p>
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

interface SampleTextPanelProps {
  readonly at: SampleAddress
  readonly part: 'text' | 'reasoning'
}

/** The model's response for a sample, loaded when it is opened, 16,000 characters at a time. */
function SampleTextPanel({ at, part }: SampleTextPanelProps) {
  const { path, query } = askingSample(at)
  const { parts, loading, failure, more } = useParts(
    pathOf(getSampleText, { path, query: { ...query, part } }),
    (from, signal) => ask(getSampleText, { path, query: { ...query, part, from } }, { signal }),
  )
  const text = parts.map((each) => each.text ?? '').join('')
  const last = parts.at(-1)
  return (
    <section>
      <h3>{part === 'text' ? 'Response' : 'Reasoning'}</h3>
      {failure === null ? null : (
        <p className="note-warning" role="status">
          {failure} <button onClick={more}>Try again</button>
        </p>
      )}
      {last === undefined && loading ? <p className="muted">Loading …</p> : null}
      {last === undefined ? null : <TextView text={text} testId={`sample-${part}`} />}
      {last?.next == null ? null : (
        <button type="button" onClick={more} disabled={loading}>
          Load more: {countedOf(last.next, last.characters, 'character')} {inNumber(last.next, 'is', 'are')} shown
        </button>
      )}
    </section>
  )
}

/** No page brings it, and what compares, before a second text is chosen. */
const TextDiff = lazy(() => fetchLater(() => import('./text-diff')).then(({ TextDiff }) => ({ default: TextDiff })))

interface DiffChoiceProps {
  readonly at: SampleAddress
  /** The samples that have a text, by their indices. */
  readonly texts: readonly number[]
}

/** Chooses a second sample and shows the differences between the texts; the choice is in the address. */
function DiffChoice({ at, texts }: DiffChoiceProps) {
  const wanted = Number(useSearchParams().get('with') ?? Number.NaN)
  const others = texts.filter((index) => index !== at.index)
  const other = others.find((index) => index + 1 === wanted)
  if (others.length === 0) return null
  return (
    <section>
      <label className="diff-choice">
        Differences from the response of sample{' '}
        <select value={other === undefined ? '' : other + 1} onChange={(event) => choose(event.target.value)}>
          <option value="">none</option>
          {others.map((index) => (
            <option key={index} value={index + 1}>
              {index + 1}
            </option>
          ))}
        </select>
      </label>
      <Suspense fallback={<p className="muted">Loading …</p>}>
        {other === undefined ? null : <TextDiff at={at} other={other} />}
      </Suspense>
    </section>
  )
}

function choose(number: string): void {
  const url = new URL(globalThis.location.href)
  if (number === '') url.searchParams.delete('with')
  else url.searchParams.set('with', number)
  globalThis.history.replaceState(null, '', url)
}
