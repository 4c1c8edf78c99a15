'use client'

import { useRef, useState } from 'react'
import { type Files, useCarriedFiles } from '../../ui/files/carried-files'
import { LOGS } from '../../ui/files/endings'
import { FileDrop } from '../../ui/files/file-drop'
import { LARGEST_PASTED, PASTE_PAUSE_MS } from '../benchmarks/question-source'
import type { LogSource } from './use-log'

interface Props {
  readonly onSource: (source: LogSource | null) => void
}

/** Where a log is: files that are chosen or dropped, or a text that is pasted. */
export function LogSourceFields({ onSource }: Props) {
  const [names, setNames] = useState<string | null>(null)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const paste = (text: string) => {
    setNames(null)
    clearTimeout(pause.current)
    pause.current = setTimeout(() => onSource(text.trim() === '' ? null : text), PASTE_PAUSE_MS)
  }
  const take = (files: Files) => {
    clearTimeout(pause.current)
    setNames(files.map(({ name }) => name).join(', '))
    onSource(files)
  }
  useCarriedFiles(take)
  return (
    <section className="panel question-source" aria-label="Where the log is">
      <FileDrop
        label="Files of the log"
        chosen={names}
        about="Inspect, lm-evaluation-harness, NeMo-Skills, OpenAI Batch, EvalScope, OpenCompass, lighteval, simple-evals, or your own JSONL, CSV or Parquet; .gz too."
        accept={LOGS}
        multiple
        button="Choose a log"
        onFiles={take}
      />
      <label className="paste">
        <strong>Or paste a log</strong>
        <textarea
          spellCheck={false}
          maxLength={LARGEST_PASTED}
          placeholder={'{"question_id": "1", "answer": "42", "samples": [{"text": "It is 42."}, …]}'}
          onChange={(event) => paste(event.target.value)}
        />
      </label>
    </section>
  )
}
