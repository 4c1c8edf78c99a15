'use client'

import { useSyncExternalStore } from 'react'

/** Warns that this computer is offline, above all content: it is then as last loaded, and nothing can be sent. */
export function OfflineBanner() {
  const online = useSyncExternalStore(
    onChange,
    () => navigator.onLine,
    () => true,
  )
  if (online) return null
  return (
    <p className="offline" role="status" data-testid="offline">
      You are offline. These are the last numbers this page read. It updates once you are back online.
    </p>
  )
}

function onChange(listen: () => void): () => void {
  addEventListener('online', listen)
  addEventListener('offline', listen)
  return () => {
    removeEventListener('online', listen)
    removeEventListener('offline', listen)
  }
}
