/** Reads what this browser keeps under a name; null where there is nothing, or it keeps nothing for anybody. */
export function readStored(name: string, store: 'localStorage' | 'sessionStorage' = 'localStorage'): string | null {
  try {
    return globalThis[store].getItem(name)
  } catch {
    return null
  }
}

/** Keeps a text under a name, or forgets it; a browser that keeps nothing is none the worse. */
export function store(
  name: string,
  text: string | null,
  where: 'localStorage' | 'sessionStorage' = 'localStorage',
): void {
  try {
    if (text === null) globalThis[where].removeItem(name)
    else globalThis[where].setItem(name, text)
  } catch {
    // Full, or forbidden: what is shown does not depend on it.
  }
}
