/** What tells a worker from others at a glance: ids begin with the time they were made at, and end in chance. */
export function workerName(id: string): string {
  return id.slice(-8)
}
