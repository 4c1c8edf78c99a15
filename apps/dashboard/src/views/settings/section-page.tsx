import type { ReactNode } from 'react'
import type { ApiAnswer } from '../../api/fetch-api'
import { KeepFresh } from '../../ui/shell/keep-fresh'
import { ProblemPanel } from '../../ui/shell/problem-panel'

interface Props<T> {
  readonly answer: ApiAnswer<T>
  /** The section's address. */
  readonly retry: string
  readonly children: (value: T) => ReactNode
}

/** A section's contents change slowly: use, deliveries, the log. */
const EVERY_MS = 30_000

/** A section of the settings by what the API answered. */
export async function SectionPage<T>({ answer, retry, children }: Props<T>) {
  return (
    <KeepFresh everyMs={EVERY_MS} problem={answer.ok ? null : answer.problem} renderedAt={Date.now()}>
      {answer.ok ? children(answer.value) : <ProblemPanel problem={answer.problem} retry={retry} />}
    </KeepFresh>
  )
}
