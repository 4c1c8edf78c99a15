'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { QuestionChoicesForm } from './question-choices'
import { QuestionSource } from './question-source'
import type { ReadQuestions } from './read-questions'

/** From a file or a pasted text to a benchmark: read here, checked here, stored by the API. */
export function ImportQuestions() {
  const { push } = useRouter()
  const [read, setRead] = useState<{ readonly id: number; readonly read: ReadQuestions } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const onRead = (found: ReadQuestions | null, why: string | null) => {
    setRead((before) => (found === null ? null : { id: (before?.id ?? 0) + 1, read: found }))
    setProblem(why)
  }
  return (
    <div className="import-questions">
      <QuestionSource onRead={onRead} />
      {problem === null ? null : (
        <p className="panel bad" role="alert" data-testid="unreadable">
          {problem}
        </p>
      )}
      {read === null ? null : (
        <QuestionChoicesForm
          key={read.id}
          read={read.read}
          onStored={(name) => push(`/evaluations/new?benchmark=${encodeURIComponent(name)}`)}
        />
      )}
    </div>
  )
}
