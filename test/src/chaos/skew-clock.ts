const HOUR_MS = 3_600_000

/** Loaded before a process: its clock is an hour early or late, by the parity of its pid, and once steps back a minute. */
const offsetMs = process.pid % 2 === 0 ? HOUR_MS : -HOUR_MS
const STEP_BACK_MS = 60_000
const STEPS_AFTER_MS = 5000
const RealDate = Date

function skewed(): number {
  return RealDate.now() + offsetMs - (performance.now() > STEPS_AFTER_MS ? STEP_BACK_MS : 0)
}

globalThis.Date = new Proxy(RealDate, {
  construct: (target, values: []) => Reflect.construct(target, values.length === 0 ? [skewed()] : values) as object,
  get: (target, name) => (name === 'now' ? skewed : (Reflect.get(target, name) as unknown)),
})
