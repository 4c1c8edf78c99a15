'use client'
import type { EvaluationView } from '@cges-fleet/core'
import { useState } from 'react'
import { milestoneOf } from './milestone-of'

/**
 * Announces each quarter reached, and the end, to screen readers; nothing that was already so when the page was opened.
 */
export function Milestones({ view }: { readonly view: EvaluationView }) {
  const told = milestoneOf(view)
  const [first] = useState(told)
  return (
    <span role="status" className="sr-only" data-testid="milestone">
      {told === first ? '' : told}
    </span>
  )
}
