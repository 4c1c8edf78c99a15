'use client'
import type { EvaluationView } from '@cges-fleet/core'
import { useState } from 'react'
import { milestoneOf } from './milestone-of'

/** Tells whoever listens of each quarter that is reached and of the end; nothing of what was so when the page was opened. */
export function Milestones({ view }: { readonly view: EvaluationView }) {
  const told = milestoneOf(view)
  const [first] = useState(told)
  return (
    <span role="status" className="sr-only" data-testid="milestone">
      {told === first ? '' : told}
    </span>
  )
}
