import type { ReactNode } from 'react'

interface Props {
  readonly label: string
  readonly className?: string
  readonly children: ReactNode
}

/** Scrolls sideways what is wider than its place, with a keyboard too. */
export function ScrollRegion({ label, className = 'scroll-sideways', children }: Props) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <div className={className} tabIndex={0} role="region" aria-label={label}>
      {children}
    </div>
  )
}
