'use client'
import { countedOf, inNumber } from '@cges-fleet/core/counted'
import { getSampleText } from '@cges-fleet/core/addresses'
import { pathOf } from '@cges-fleet/core/contract'
import { ask } from '../api/ask'
import { askingSample } from './asking-sample'
import type { SampleAddress } from './sample-address'
import { useParts } from './use-parts'
import { VisibleText } from './visible-text'

interface Props {
  readonly at: SampleAddress
  readonly part: 'text' | 'reasoning'
}

/** The model's response for a sample, loaded when it is opened, 16,000 characters at a time. */
export function SampleTextPanel({ at, part }: Props) {
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
      {last === undefined ? null : (
        <pre className="raw" tabIndex={0} data-testid={`sample-${part}`}>
          <VisibleText text={text} />
        </pre>
      )}
      {last?.next == null ? null : (
        <button type="button" onClick={more} disabled={loading}>
          Load more: {countedOf(last.next, last.characters, 'character')} {inNumber(last.next, 'is', 'are')} shown
        </button>
      )}
    </section>
  )
}
