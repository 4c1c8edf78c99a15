/** Whether the same request may succeed a moment later; a fault in the request itself remains. */
export function passesByItself(status: number): boolean {
  return status >= 500 || status === 408 || status === 429
}
