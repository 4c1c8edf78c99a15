/** A worker's short name: ids begin with the time they were made at, and end in random characters. */
export function workerName(id: string): string {
  return id.slice(-8)
}
