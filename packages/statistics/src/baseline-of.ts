import { methodKey, type ReportedSpec } from '@cges-fleet/methods'

type Keyed = { readonly key: string; readonly spec: ReportedSpec }

/**
 * Returns a method's baseline: the one asked for, else SC at the method's own budget, else SC at the largest, else the
 * first method; SC itself has SC at the largest budget. It may be the method itself.
 */
export function baselineOf<Method extends Keyed>(
  method: Method,
  methods: readonly Method[],
  wanted: string | null,
): Method {
  if (wanted !== null) return methods.find(({ key }) => key === wanted) ?? method
  const sc = methods.filter(({ spec }) => spec.method === 'sc').toSorted((a, b) => b.spec.budget - a.spec.budget)
  if (method.spec.method === 'sc') return sc[0] ?? method
  return sc.find(({ spec }) => spec.budget === method.spec.budget) ?? sc[0] ?? methods[0] ?? method
}

/** Returns each method's default baseline by key; a method that would be its own baseline has none. */
export function baselinesOf(specs: readonly ReportedSpec[]): Record<string, string> {
  const methods = specs.map((spec) => ({ key: methodKey(spec), spec }))
  return Object.fromEntries(
    methods.flatMap((method) => {
      const { key } = baselineOf(method, methods, null)
      return key === method.key ? [] : [[method.key, key]]
    }),
  )
}
