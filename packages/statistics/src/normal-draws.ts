/**
 * Returns `count` draws from the standard normal distribution, made from a generator of numbers in [0, 1).
 * Source: Box and Muller, A note on the generation of random normal deviates (1958).
 */
export function normalDraws(count: number, next: () => number): number[] {
  const draws: number[] = []
  while (draws.length < count) {
    const radius = Math.sqrt(-2 * Math.log(1 - next()))
    const angle = 2 * Math.PI * next()
    draws.push(radius * Math.cos(angle), radius * Math.sin(angle))
  }
  return draws.slice(0, count)
}
