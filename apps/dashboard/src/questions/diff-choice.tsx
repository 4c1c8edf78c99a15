'use client'
import { useSearchParams } from 'next/navigation'
import { lazy, Suspense } from 'react'
import { fetchLater } from '../frame/fetch-later'
import type { SampleAddress } from './sample-address'

/** No page brings it, and what compares, before a second text is chosen. */
const TextDiff = lazy(() => fetchLater(() => import('./text-diff')).then(({ TextDiff }) => ({ default: TextDiff })))

interface Props {
  readonly at: SampleAddress
  /** The samples that have a text, by their indices. */
  readonly texts: readonly number[]
}

/** Chooses a second sample and shows the differences between the texts; the choice is in the address. */
export function DiffChoice({ at, texts }: Props) {
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
