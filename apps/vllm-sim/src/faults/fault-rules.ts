import { seededRandom } from '@cges-fleet/methods'
import { isPreflight } from '../preflight/is-preflight.js'
import type { Fault, FaultRule } from './fault.js'

/** What a rule can match. */
export interface Asked {
  readonly path: string
  readonly prompt: string
  readonly requestId: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

interface Counted {
  readonly rule: FaultRule
  fitted: number
  applied: number
}

/** The faults a server makes on demand; the first matching rule decides. */
export class FaultRules {
  #rules: Counted[] = []

  constructor(rules: readonly FaultRule[] = []) {
    this.replace(rules)
  }

  /** Replaces the rules and their counts. */
  replace(rules: readonly FaultRule[]): void {
    this.#rules = rules.map((rule) => ({ rule, fitted: 0, applied: 0 }))
  }

  /** The rules with how many requests each has matched and how often it was applied. */
  get all(): readonly Readonly<Counted>[] {
    return this.#rules
  }

  /** Returns the fault for a request; null for none. */
  pick(asked: Asked): Fault | null {
    for (const [place, counted] of this.#rules.entries()) {
      const { rule } = counted
      if (!fits(rule, asked)) continue
      counted.fitted += 1
      if (counted.applied >= (rule.times ?? Infinity) || !isDue(rule, counted.fitted)) continue
      const chance = rule.probability ?? 1
      if (chance < 1 && seededRandom(`fault ${place} of ${asked.requestId}`).next() >= chance) continue
      counted.applied += 1
      return rule.fault
    }
    return null
  }
}

function fits({ path, prompt, header, preflight }: FaultRule, asked: Asked): boolean {
  if ((preflight === true) !== isPreflight(asked.requestId)) return false
  if (path !== undefined && path !== asked.path) return false
  if (prompt !== undefined && !asked.prompt.includes(prompt)) return false
  return header === undefined || asked.headers[header.name.toLowerCase()] === header.value
}

function isDue({ nth, every }: FaultRule, fitted: number): boolean {
  return (nth === undefined || fitted === nth) && (every === undefined || fitted % every === 0)
}
