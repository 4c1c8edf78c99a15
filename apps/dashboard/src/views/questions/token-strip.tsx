'use client'

import type { SampleTokens } from '@cges-fleet/core'
import { getSampleTokens } from '@cges-fleet/core/addresses'
import { pathOf } from '@cges-fleet/core/contract'
import { counted, countedOf, inNumber } from '@cges-fleet/core/counted'
import { type CSSProperties, useEffect, useState } from 'react'
import type { SampleAddress } from '../../addresses/questions'
import { ask, type Reply } from '../../api/browser'
import { askingSample } from './sample-route'
import { formatCount, formatShare } from '../../ui/format/numbers'
import { Slider } from '../../ui/shell/slider'

/** How sure the model was of each token it wrote, as a strip of heat: the surer, the paler. */
export function TokenStrip({ at }: { readonly at: SampleAddress }) {
  const { path, query } = askingSample(at)
  const { parts, loading, failure, more } = useParts(pathOf(getSampleTokens, { path, query }), (from, signal) =>
    ask(getSampleTokens, { path, query: { ...query, from } }, { signal }),
  )
  const last = parts.at(-1)
  if (failure !== null) {
    return (
      <p className="note-warning" role="status">
        {failure} <button onClick={more}>Try again</button>
      </p>
    )
  }
  if (last === undefined) return <p className="muted">{loading ? 'Loading …' : ''}</p>
  if (last.logprobs === null) return <p className="muted">No log-probabilities are stored for this sample.</p>
  return (
    <figure className="tokens" data-testid="tokens">
      <Strip tokens={parts} total={last.tokens} />
      {last.next === null ? null : (
        <button type="button" onClick={more} disabled={loading}>
          Load more: {countedOf(last.next, last.tokens, 'token')} {inNumber(last.next, 'is', 'are')} shown
        </button>
      )}
    </figure>
  )
}

interface StripProps {
  readonly tokens: readonly SampleTokens[]
  readonly total: number
}

function Strip({ tokens, total }: StripProps) {
  const logprobs = tokens.flatMap((part) => part.logprobs ?? [])
  const ids = tokens.flatMap((part) => part.ids ?? [])
  const [at, setAt] = useState(1)
  const chances = logprobs.map((value) => (value === null ? 0 : Math.exp(value)))
  const least = chances.reduce((lowest, chance, place) => (chance < (chances[lowest] ?? 1) ? place : lowest), 0)
  const words = tokenWords(chances[at - 1] ?? 0, ids[at - 1])
  return (
    <>
      <figcaption>
        {counted(total, 'token')}
        {chances.length < total ? `, the first ${formatCount(chances.length)} shown` : ''}; the model was least sure of
        token {least + 1}: {formatShare(chances[least] ?? 0)}.
      </figcaption>
      <Heat chances={chances} ids={ids} at={at} onRead={setAt} />
      <p className="heat-legend muted">
        sure (100%) <span className="heat-scale" aria-hidden="true" /> unlikely (0%). Tokens are shown by id: the fleet
        stores ids and log-probabilities, not the tokens’ texts.
      </p>
      <div className="call-reader">
        <label>
          Read token <Slider min={1} max={chances.length} value={at} words={`token ${at}: ${words}`} onSlide={setAt} />
        </label>
        <output className="muted">
          {at}: {words}
        </output>
      </div>
    </>
  )
}

interface HeatProps {
  readonly chances: readonly number[]
  readonly ids: readonly number[]
  /** The token being read out, from 1. */
  readonly at: number
  readonly onRead: (token: number) => void
}

function Heat({ chances, ids, at, onRead }: HeatProps) {
  return (
    <div className="heat" aria-hidden="true">
      {chances.map((chance, place) => (
        <span
          // A token is known by its place in the response.
          // eslint-disable-next-line react/no-array-index-key
          key={place}
          className={place === at - 1 ? 'read' : undefined}
          style={heatStyle(chance)}
          title={`token ${place + 1}: ${tokenWords(chance, ids[place])}`}
          onPointerEnter={() => onRead(place + 1)}
        />
      ))}
    </div>
  )
}

/** React's types know no custom properties. */
function heatStyle(chance: number): CSSProperties {
  return { '--heat': `${Math.round(100 * (1 - chance))}%` } as CSSProperties
}

function tokenWords(chance: number, id: number | undefined): string {
  return `probability ${formatShare(chance)}${id === undefined ? '' : `, token id ${id}`}`
}

/** The parts of something long that have been loaded. */
interface Parts<Part> {
  readonly parts: readonly Part[]
  readonly loading: boolean
  readonly failure: string | null
  /** Requests the next part. */
  readonly more: () => void
}

const PATIENCE_MS = 10_000

interface WithNext {
  readonly next: number | null
}

/**
 * Loads something part by part: the first when it is shown, the next on request. `address` identifies the whole: when
 * it changes, loading starts anew from the first part.
 */
export function useParts<Part extends WithNext>(
  address: string,
  read: (from: string, signal: AbortSignal) => Promise<Reply<Part>>,
): Parts<Part> {
  const [parts, setParts] = useState<readonly Part[]>([])
  const [loading, setLoading] = useState(true)
  const [failure, setFailure] = useState<string | null>(null)
  const load = async (from: number) => {
    setLoading(true)
    const loaded = await read(String(from), AbortSignal.timeout(PATIENCE_MS))
    if (!loaded.ok) setFailure(loaded.why)
    else {
      setFailure(null)
      setParts((before) => (from === 0 ? [loaded.answer] : [...before, loaded.answer]))
    }
    setLoading(false)
  }
  useEffect(() => {
    void load(0)
    // The functions are made anew at every drawing.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [address])
  return { parts, loading, failure, more: () => void load(parts.at(-1)?.next ?? 0) }
}
