const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** Formats a count with its noun in the right number: `1 trial`, `1,200 trials`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped.format(count)} ${inNumber(count, one, many)}`
}

/** Chooses the word that goes with a count, such as the verb: `inNumber(blocked, 'is', 'are')`. */
export function inNumber(count: number, one: string, many: string): string {
  return count === 1 ? one : many
}

/** Writes how many of how many: `1 of 60 trials`. */
export function countedOf(part: number, all: number, one: string, many = `${one}s`): string {
  return `${grouped.format(part)} of ${counted(all, one, many)}`
}
