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
      This computer is offline. What is shown is as last read; it is read again once the network is back.
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
