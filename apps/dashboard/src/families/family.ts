/** Methods that share a stopping idea; they share a hue and a marker wherever they are drawn. */
export type Family = 'sc' | 'esc' | 'asc' | 'dsc' | 'cges' | 'other'

/** The families in the order every table and chart shows them: the baseline first. */
export const FAMILIES: readonly Family[] = ['sc', 'esc', 'asc', 'dsc', 'cges', 'other']

/** Tells a method's family by its name; a method this dashboard does not know yet is still shown. */
export function familyOf(method: string): Family {
  return FAMILIES.find((family) => method === family || method.startsWith(`${family}-`)) ?? 'other'
}
