/** Whether a statement failed since its table has changed after it was prepared: sent again, it is prepared anew. */
export function isStalePlan(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'routine' in error && error.routine === 'RevalidateCachedQuery'
}
