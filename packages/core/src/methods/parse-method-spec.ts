import { MethodSpec } from '../schemas/method-spec.js'

export type ParsedMethod =
  | { readonly ok: true; readonly spec: MethodSpec }
  | { readonly ok: false; readonly problem: string; readonly path: readonly string[] }

/** Reads a method from its short string form or its object form; see the tests for what is said of wrong input. */
export function parseMethodSpec(_input: string | Record<string, unknown>, _defaultBudget: number): ParsedMethod {
  return { ok: false, problem: 'not written yet', path: [] }
}
