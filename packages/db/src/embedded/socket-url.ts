/** Writes the connection string of a database behind a Unix socket. */
export function socketUrl(socketFolder: string, database: string): string {
  return `postgresql://postgres@localhost/${database}?host=${encodeURIComponent(socketFolder)}`
}
