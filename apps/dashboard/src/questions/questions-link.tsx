import type { VerdictState } from '@cges-fleet/core'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { questionsAddress } from './selection'

interface Props {
  readonly id: string
  readonly method: string
  readonly verdict: VerdictState
  readonly children: ReactNode
}

/** Leads from a figure to the questions it counts. */
export function QuestionsLink({ id, method, verdict, children }: Props) {
  return (
    <Link className="counted" href={questionsAddress(id, { method, verdict })} prefetch={false} data-counted={verdict}>
      {children}
    </Link>
  )
}
