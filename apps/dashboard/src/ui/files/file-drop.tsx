'use client'

import { useState } from 'react'
import type { Files } from './carried-files'

interface Props {
  /** What the field is for, to those who do not see it. */
  readonly label: string
  /** What was chosen; null if nothing was. */
  readonly chosen: string | null
  readonly about: string
  readonly accept: string
  readonly multiple?: true
  /** What the button says while nothing is chosen. */
  readonly button: string
  readonly onFiles: (files: Files) => void
}

/** A field for files, which can be dropped on it; it shows what was chosen, which the browser's own forgets. */
export function FileDrop({ label, chosen, about, accept, multiple, button, onFiles }: Props) {
  const [over, setOver] = useState(false)
  const take = (list: FileList | null) => {
    const [first, ...others] = list ?? []
    if (first !== undefined) onFiles([first, ...(multiple === true ? others : [])])
  }
  return (
    <label
      className={over ? 'drop over' : 'drop'}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files)
      }}
    >
      <strong>{chosen ?? `Drop ${multiple === true ? 'files' : 'a file'} here`}</strong>
      <span className="about">{about}</span>
      <input
        type="file"
        className="sr-only"
        aria-label={label}
        accept={accept}
        multiple={multiple}
        onChange={({ target }) => {
          take(target.files)
          target.value = ''
        }}
      />
      <span className="button" aria-hidden="true">
        {chosen === null ? button : 'Choose another'}
      </span>
    </label>
  )
}
