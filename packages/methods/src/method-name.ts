import { METHOD_NAMES, type MethodSpec } from './rules/all-rules.js'

/** Validates a method's name; null if there is no such method. */
export function methodName(text: unknown): MethodSpec['method'] | null {
  return METHOD_NAMES.find((name) => name === text) ?? null
}
