const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'] as const

/** Writes a number of bytes with about three digits in the largest unit that it fills: `832 B`, `1.4 GiB`, `50 GiB`. */
export function formatSize(bytes: number): string {
  let size = Math.max(0, bytes)
  let unit = 0
  // A size that would be written as 1,024 of a unit is written as 1 of the next.
  while (unit < UNITS.length - 1 && Math.round(size) >= 1024) {
    size /= 1024
    unit += 1
  }
  return `${unit === 0 ? Math.round(size) : Number(size.toPrecision(size < 1000 ? 3 : 4))} ${UNITS[unit]}`
}
