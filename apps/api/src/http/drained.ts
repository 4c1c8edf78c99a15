import type { ServerResponse } from 'node:http'

/**
 * Waits until the reader of a response has taken what was written, or is gone: backpressure, so that what is sent is never
 * held for who reads slowly.
 *
 * @param patienceMs How long the reader may take.
 * @returns False if that was not long enough.
 */
export function drained(response: ServerResponse, patienceMs = Infinity): Promise<boolean> {
  if (response.destroyed || !response.writableNeedDrain) return Promise.resolve(true)
  return new Promise((resolve) => {
    const settle = (inTime: boolean) => {
      clearTimeout(timer)
      response.off('drain', taken)
      response.off('close', taken)
      resolve(inTime)
    }
    const taken = () => settle(true)
    const timer = patienceMs === Infinity ? undefined : setTimeout(() => settle(false), patienceMs)
    response.once('drain', taken)
    response.once('close', taken)
  })
}
