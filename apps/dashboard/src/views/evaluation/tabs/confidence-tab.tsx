'use client'

import { SignalsStrip } from '../signals/signals-strip'
import type { TabProps } from './tab-props'

/** How far the confidences that methods rely on can be believed. */
export function ConfidenceTab({ view, reports, final }: TabProps) {
  return <SignalsStrip id={view.id} reports={reports} final={final} />
}
