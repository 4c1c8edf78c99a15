'use client'

import { type ReactNode, useContext, useId } from 'react'
import { OnPaper } from './on-paper'

interface Props {
  /** What the button opens, for those who cannot see it. */
  readonly name: string
  /** What a pointer on the button shows; the name unless given. */
  readonly title?: string
  /** What the button shows; three dots unless given. */
  readonly label?: ReactNode
  readonly className?: string
  readonly children: ReactNode
  readonly onOpen?: () => void
}

/** A button with a small panel beside it, which Escape or a click elsewhere closes; it works without scripts. */
export function Popover({ name, title = name, label, className = '', children, onOpen }: Props) {
  const id = useId()
  return (
    <>
      <button type="button" className={`opens ${className}`} aria-label={name} title={title} popoverTarget={id}>
        {label ?? '⋯'}
      </button>
      <div
        id={id}
        popover="auto"
        className="popover"
        role="group"
        aria-label={name}
        onToggle={({ newState }) => (newState === 'open' ? onOpen?.() : undefined)}
      >
        {children}
      </div>
    </>
  )
}

/** The one menu of a panel: what can be done with it, and how to read it; nothing on paper. */
export function PanelMenu({ name, children }: Pick<Props, 'name' | 'children'>) {
  if (useContext(OnPaper)) return null
  return (
    <Popover name={name} className="small">
      {children}
    </Popover>
  )
}
