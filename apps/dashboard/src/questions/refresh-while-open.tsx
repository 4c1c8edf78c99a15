'use client'
import { getSession } from '@cges-fleet/core/addresses'
import { useState } from 'react'
import { ask } from '../api/ask'
import { useRefresh } from '../frame/use-refresh'

/** Keeps a page new while it is still being drawn; what was read last stays, and says so, while the API does not answer. */
export function RefreshWhileOpen() {
  const [failing, setFailing] = useState(false)
  const answers = async () => {
    const asked = await ask(getSession)
    const isThere = asked.ok || (asked.status !== null && asked.status < 500)
    setFailing(!isThere)
    return isThere
  }
  useRefresh(4000, answers)
  if (!failing) return null
  return (
    <p className="note-warning" role="status" data-testid="not-refreshed">
      ⚠ The API does not answer. This is as last read; it is asked again every 4 s.
    </p>
  )
}
