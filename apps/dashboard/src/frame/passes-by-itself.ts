/** Whether the same question may be answered a moment later; what is wrong with the question itself stays so. */
export function passesByItself(status: number): boolean {
  return status >= 500 || status === 408 || status === 429
}
