'use client'

import { useRouter } from 'next/navigation'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { carryFiles, type Files } from './carried-files'
import { FileDrop } from './file-drop'

function useDoor() {
  const { push } = useRouter()
  return (files: Files, to: string) => {
    carryFiles(files)
    push(to)
  }
}

interface DoorProps extends Omit<ComponentProps<typeof FileDrop>, 'chosen' | 'onFiles'> {
  /** The page that reads the files. */
  readonly to: string
}

/** A field for files that opens the page which reads them. */
export function DropDoor({ to, ...field }: DoorProps) {
  const open = useDoor()
  return <FileDrop {...field} chosen={null} onFiles={(files) => open(files, to)} />
}

interface RoomProps {
  /** The page that reads a file dropped anywhere here; null if none does. */
  readonly to: string | null
  readonly children: ReactNode
}

/** The panel of an empty list: a file dropped on it opens the page that reads it. */
export function DropRoom({ to, children }: RoomProps) {
  const open = useDoor()
  const [over, setOver] = useState(false)
  return (
    <section
      className={over ? 'panel notice over' : 'panel notice'}
      data-testid="empty"
      onDragOver={(event) => {
        if (to === null) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false)
        // A field inside has taken it.
        if (to === null || event.defaultPrevented) return
        event.preventDefault()
        const [file] = event.dataTransfer.files
        if (file !== undefined) open([file], to)
      }}
    >
      {children}
    </section>
  )
}
