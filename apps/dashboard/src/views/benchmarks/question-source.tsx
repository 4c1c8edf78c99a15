'use client'

import { useRef, useState } from 'react'
import { type Files, useCarriedFiles } from '../../ui/files/carried-files'
import { TABLES } from '../../ui/files/endings'
import { FileDrop } from '../../ui/files/file-drop'
import type { readQuestionFile, ReadQuestions } from './read-questions'

interface Props {
  readonly onRead: (read: ReadQuestions | null, problem: string | null) => void
}

const reader = () => import('./read-questions')
/** The most characters of a text that is pasted. */
export const LARGEST_PASTED = 4_000_000

/** How long a pasted text must have stayed as it is before it is read. */
export const PASTE_PAUSE_MS = 300

/** Reads what a reader gives; the newest alone counts. */
function useReading({ onRead }: Props) {
  const [name, setName] = useState<string | null>(null)
  const newest = useRef(0)
  const read = async (from: (module: Awaited<ReturnType<typeof reader>>) => ReturnType<typeof readQuestionFile>) => {
    const turn = ++newest.current
    const found = await reader().then(from)
    if (turn === newest.current) onRead(found.ok ? found.read : null, found.ok ? null : found.problem)
  }
  const readPasted = (text: string) => {
    setName(null)
    const turn = ++newest.current
    if (text.trim() === '') return onRead(null, null)
    setTimeout(() => {
      if (turn === newest.current) void read(async (module) => module.readPastedQuestions(text))
    }, PASTE_PAUSE_MS)
  }
  const take = ([file]: Files) => {
    setName(file.name)
    void read((module) => module.readQuestionFile(file))
  }
  return { name, take, readPasted }
}

/** Where questions come from: a file that is chosen or dropped, or a text that is pasted. */
export function QuestionSource(props: Props) {
  const { name, take, readPasted } = useReading(props)
  useCarriedFiles(take)
  return (
    <section className="question-source" aria-label="Where the questions are">
      <FileDrop
        label="File of questions"
        chosen={name}
        about="JSONL, JSON, CSV, TSV or Parquet; .gz too. At most 256 MB."
        accept={TABLES}
        button="Choose questions"
        onFiles={take}
      />
      <label className="paste">
        <strong>Or paste questions</strong>
        <textarea
          spellCheck={false}
          maxLength={LARGEST_PASTED}
          placeholder={'{"question": "What is 6 times 7?", "answer": "42"}'}
          onChange={(event) => readPasted(event.target.value)}
        />
      </label>
    </section>
  )
}
