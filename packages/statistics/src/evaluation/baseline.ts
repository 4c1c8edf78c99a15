type Keyed = { readonly key: string; readonly spec: { readonly method: string; readonly budget: number } }

/**
 * Returns the method that an evaluation's others are compared with: SC at the largest budget, else the method that was
 * named first. `methods` are in the order they were named in; null if there are none.
 */
export function mainBaseline<Method extends Keyed>(methods: readonly Method[]): Method | null {
  return scByBudget(methods)[0] ?? methods[0] ?? null
}

/**
 * Returns a method's baseline: the one asked for, else SC at the method's own budget, else the main one of all. SC itself
 * has SC at the largest budget. It may be the method itself.
 */
export function baselineOf<Method extends Keyed>(
  method: Method,
  methods: readonly Method[],
  wanted: string | null,
): Method {
  if (wanted !== null) return methods.find(({ key }) => key === wanted) ?? method
  const main = mainBaseline(methods) ?? method
  if (method.spec.method === 'sc') return main
  return scByBudget(methods).find(({ spec }) => spec.budget === method.spec.budget) ?? main
}

function scByBudget<Method extends Keyed>(methods: readonly Method[]): Method[] {
  return methods.filter(({ spec }) => spec.method === 'sc').toSorted((a, b) => b.spec.budget - a.spec.budget)
}
