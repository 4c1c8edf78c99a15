import { afterEach } from 'vitest'

interface Closable {
  close(): Promise<unknown>
}

/** Gives what notes a thing that a test opened: the last opened is closed first, once the test has ended. */
export function useOpened(): <T extends Closable>(one: T) => T {
  const open: Closable[] = []
  afterEach(async () => {
    for (const each of open.toReversed()) await each.close()
    open.length = 0
  })
  return (one) => {
    open.push(one)
    return one
  }
}
