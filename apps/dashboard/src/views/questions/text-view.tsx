'use client'

import { lazy, Suspense, useState } from 'react'
import { fetchLater } from '../../ui/shell/fetch-later'
import { VisibleText } from './answers'
import { hasMarkup } from './has-markup'

/** No page brings it, nor the fonts of its formulas, before a text needs them. */
const RenderedText = lazy(() =>
  fetchLater(() => import('./rendered-text')).then((loaded) => ({ default: loaded.RenderedText })),
)

/** Longer texts are shown as they are. */
const LONGEST_RENDERED = 32_000

interface Props {
  readonly text: string
  readonly testId: string
}

/** A text by a model or of a benchmark, rendered if it has Markdown or formulas, and always readable as it was written. */
export function TextView({ text, testId }: Props) {
  const [raw, setRaw] = useState(false)
  const renders = text.length <= LONGEST_RENDERED && hasMarkup(text)
  const asWritten = (
    <pre className="raw" dir="auto" tabIndex={0} data-testid={testId}>
      <VisibleText text={text} />
    </pre>
  )
  if (!renders) return asWritten
  return (
    <>
      <div className="text-choice" role="group" aria-label="How the text is shown">
        <button type="button" aria-pressed={!raw} onClick={() => setRaw(false)}>
          Rendered
        </button>
        <button type="button" aria-pressed={raw} onClick={() => setRaw(true)}>
          Raw
        </button>
      </div>
      {raw ? (
        asWritten
      ) : (
        <Suspense fallback={asWritten}>
          <div className="raw rendered" dir="auto" tabIndex={0} data-testid={testId}>
            <RenderedText text={text} />
          </div>
        </Suspense>
      )}
    </>
  )
}
