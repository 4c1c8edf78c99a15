import { seededRandom } from '@cges-fleet/methods'
import type { Fault, FaultRule } from './fault.js'

/** What a rule can look at. */
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

/** The faults a server makes on demand; the first rule that fits decides. */
export class FaultRules {
  #rules: Counted[] = []

  constructor(rules: readonly FaultRule[] = []) {
    this.replace(rules)
  }

  /** Forgets the rules there are, with their counts, for others. */
  replace(rules: readonly FaultRule[]): void {
    this.#rules = rules.map((rule) => ({ rule, fitted: 0, applied: 0 }))
  }

  /** The rules with how many requests each has fitted and how often it was applied. */
  get all(): readonly Readonly<Counted>[] {
    return this.#rules
  }

  /** Says what goes wrong with a request; null for nothing. */
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

function fits({ path, prompt, header }: FaultRule, asked: Asked): boolean {
  if (path !== undefined && path !== asked.path) return false
  if (prompt !== undefined && !asked.prompt.includes(prompt)) return false
  return header === undefined || asked.headers[header.name.toLowerCase()] === header.value
}

function isDue({ nth, every }: FaultRule, fitted: number): boolean {
  return (nth === undefined || fitted === nth) && (every === undefined || fitted % every === 0)
}
