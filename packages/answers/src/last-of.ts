/** The last `most` of some items, however many there are; at no time are more than twice as many held. */
export function lastOf<Item>(items: Iterable<Item>, most: number): Item[] {
  const last: Item[] = []
  for (const item of items) {
    last.push(item)
    if (last.length === 2 * most) last.splice(0, most)
  }
  return last.slice(-most)
}
