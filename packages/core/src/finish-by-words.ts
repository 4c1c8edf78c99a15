import type { FinishBy } from './schemas/finish-by.js'

/** How long work will still take, in seconds; null where nothing tells. */
type Takes = { readonly low: number; readonly high: number } | null

/** Says when running work is wanted, and whether it will be ready: `wanted in 2 h: up to 10 min late`. */
export function finishByWords({ secondsLeft }: FinishBy, takes: Takes, duration: (seconds: number) => string): string {
  if (secondsLeft <= 0) return `wanted ${duration(-secondsLeft)} ago`
  const wanted = `wanted in ${duration(secondsLeft)}`
  if (takes === null) return wanted
  if (takes.high <= secondsLeft) return `${wanted}: in time`
  const late = (seconds: number) => `${duration(seconds - secondsLeft)} late`
  return takes.low > secondsLeft ? `${wanted}: at least ${late(takes.low)}` : `${wanted}: up to ${late(takes.high)}`
}

/** Says how long before or after the time it was wanted an evaluation ended. */
export function finishedByWords({ secondsLeft }: FinishBy, duration: (seconds: number) => string): string {
  return secondsLeft >= 0 ? `${duration(secondsLeft)} before it was wanted` : `${duration(-secondsLeft)} too late`
}
