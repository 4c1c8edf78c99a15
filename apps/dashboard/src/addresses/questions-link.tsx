import type { ReactNode } from 'react'
import { questionsAddress, type Selection } from './questions'
import { TeamLink } from './team-link'

interface Props {
  readonly id: string
  readonly of: Selection
  /** A note for the reader if the questions found do not match the figure's count exactly. */
  readonly title?: string
  readonly children: ReactNode
}

/** Leads from a figure to the questions it counts. */
export function QuestionsLink({ id, of, title, children }: Props) {
  return (
    <TeamLink
      className="counted"
      href={questionsAddress(id, of)}
      prefetch={false}
      title={title}
      data-counted={of.verdict ?? of.agreement ?? of.filter}
    >
      {children}
    </TeamLink>
  )
}
