const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Writes a length of time in its two largest units: `45 s`, `4 min 10 s`, `2 h 5 min`, `3 d 4 h`. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  if (whole < MINUTE) return `${whole} s`
  if (whole < HOUR) return pair(whole, { unit: MINUTE, name: 'min', rest: 1, restName: 's' })
  if (whole < DAY) return pair(whole, { unit: HOUR, name: 'h', rest: MINUTE, restName: 'min' })
  return pair(whole, { unit: DAY, name: 'd', rest: HOUR, restName: 'h' })
}

interface Units {
  readonly unit: number
  readonly name: string
  readonly rest: number
  readonly restName: string
}

function pair(seconds: number, { unit, name, rest, restName }: Units): string {
  const left = Math.floor((seconds % unit) / rest)
  const head = `${Math.floor(seconds / unit)} ${name}`
  return left === 0 ? head : `${head} ${left} ${restName}`
}
