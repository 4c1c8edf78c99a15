/** Writes two shares in [0, 1] as an interval in percent. */
export function formatInterval({ low, high }: { readonly low: number; readonly high: number }): string {
  return `[${(low * 100).toFixed(1)}, ${(high * 100).toFixed(1)}]`
}
