import { METHOD_NAMES, type MethodSpec } from './method-spec.js'

/** Recognises a method's name; null where there is no such method. */
export function methodName(text: unknown): MethodSpec['method'] | null {
  return METHOD_NAMES.find((name) => name === text) ?? null
}
