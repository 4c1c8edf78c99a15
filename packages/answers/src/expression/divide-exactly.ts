import { addExpressions, type Expression, ofTerm, type Term } from './expression.js'
import { multiplyTerms } from './multiply-terms.js'
import { multiply } from './multiply.js'
import { ONE, rational } from './rational.js'

const MAX_STEPS = 32

/**
 * Divides one polynomial by another of several terms if nothing is left over, as (x² − 1) ÷ (x − 1) is x + 1; null
 * elsewhere. Long division by the terms of highest degree.
 */
export function divideExactly(top: Expression, bottom: Expression): Expression | null {
  const lead = leading(bottom)
  if (bottom.size < 2 || top.size < 2 || lead === undefined || !isPolynomial(top) || !isPolynomial(bottom)) return null
  let rest = top
  let quotient: Expression = new Map()
  for (let step = 0; step < MAX_STEPS && rest.size > 0; step += 1) {
    const head = leading(rest)
    const term = head === undefined ? null : multiplyTerms(head, inverse(lead))
    if (term === null || !isPolynomial(ofTerm(term))) return null
    quotient = addExpressions(quotient, ofTerm(term))
    rest = addExpressions(rest, multiply(ofTerm({ ...term, coefficient: negated(term) }), bottom))
  }
  return rest.size === 0 ? quotient : null
}

function inverse({ coefficient, factors }: Term): Term {
  const turned = [...factors].map(([base, factor]) => {
    const { top, bottom } = factor.exponent
    return [base, { ...factor, exponent: { top: -top, bottom } }] as const
  })
  return multiplyTerms(
    { coefficient: rational(coefficient.bottom, coefficient.top), factors: new Map() },
    { coefficient: ONE, factors: new Map(turned) },
  )
}

function negated({ coefficient }: Term): Term['coefficient'] {
  return { top: -coefficient.top, bottom: coefficient.bottom }
}

/** Only symbols, to whole powers that are not negative. */
function isPolynomial(expression: Expression): boolean {
  return [...expression.values()].every(({ factors }) =>
    [...factors.values()].every(
      ({ sum, isOpaque, exponent }) => sum === null && !isOpaque && exponent.bottom === 1n && exponent.top >= 0n,
    ),
  )
}

/** The term that comes last when powers are compared symbol by symbol in the order of their names. */
function leading(expression: Expression): Term | undefined {
  const names = [...new Set([...expression.values()].flatMap(({ factors }) => [...factors.keys()]))].toSorted()
  const powers = (term: Term): bigint[] => names.map((name) => term.factors.get(name)?.exponent.top ?? 0n)
  return [...expression.values()].toSorted((a, b) => compare(powers(b), powers(a)))[0]
}

function compare(a: readonly bigint[], b: readonly bigint[]): number {
  const at = a.findIndex((power, place) => power !== b[place])
  return at < 0 ? 0 : (a[at] ?? 0n) < (b[at] ?? 0n) ? -1 : 1
}
