import type { QuestionView } from '@cges-fleet/core'
import { VisibleText } from './visible-text'
import { WithheldNote } from './withheld-note'

interface Props {
  readonly view: QuestionView
  /** The same page with everything shown. */
  readonly told: string
}

/** The prompt, and the benchmark's reference answer. */
export function PromptPanel({ view: { prompt, gold, withheld }, told }: Props) {
  return (
    <section className="panel prompt" aria-labelledby="prompt-title">
      <h2 id="prompt-title">Prompt</h2>
      {withheld || prompt === null ? (
        <WithheldNote address={told} />
      ) : (
        <>
          <pre className="raw" tabIndex={0} data-testid="prompt">
            <VisibleText text={prompt} />
          </pre>
          <p>
            Reference answer:{' '}
            <strong className="answer-key" data-testid="gold">
              <VisibleText text={gold ?? ''} />
            </strong>{' '}
            <span className="muted">No method sees it; answers are graded after the deciding.</span>
          </p>
        </>
      )}
    </section>
  )
}
