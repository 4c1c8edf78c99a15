/** The address that a reader is navigating to; null if none. */
let awaited: string | null = null
const listeners = new Set<() => void>()

/** Sets which page is awaited from now on, or that none is. */
export function awaitAddress(address: string | null): void {
  awaited = address
  for (const listen of listeners) listen()
}

/** The path of the awaited page, for a component that shows that it is loading. */
export function awaitedPath(): string | null {
  return awaited === null ? null : new URL(awaited, location.href).pathname
}

/** Notifies a component whenever another page is awaited. */
export function onAwaited(listen: () => void): () => void {
  listeners.add(listen)
  return () => listeners.delete(listen)
}
