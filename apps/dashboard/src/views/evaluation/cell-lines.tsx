import type { ReactNode } from 'react'

interface LinesProps {
  readonly first: ReactNode
  readonly second: ReactNode
}

/** A figure on the first line, its limits on the second: rows of one height, live and final. */
export function Lines({ first, second }: LinesProps) {
  return (
    <>
      <span className="cell-line">{first}</span>
      <span className="cell-line aside">{second}</span>
    </>
  )
}
