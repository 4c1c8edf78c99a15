/** A histogram in Prometheus' form. */
export class Histogram {
  readonly #counts: number[]
  #sum = 0
  #count = 0

  constructor(private readonly bounds: readonly number[]) {
    this.#counts = bounds.map(() => 0)
  }

  /** Counts a value the given number of times. */
  observe(value: number, times = 1): void {
    this.#sum += value * times
    this.#count += times
    this.bounds.forEach((bound, place) => {
      if (value <= bound) this.#counts[place] = (this.#counts[place] ?? 0) + times
    })
  }

  /** Formats the histogram's lines with a name and labels; bounds are spelt as Python spells them. */
  text(name: string, labels: string): string {
    const buckets = this.bounds.map((bound, place) => {
      const spelt = Number.isInteger(bound) ? bound.toFixed(1) : String(bound)
      return `${name}_bucket{${labels},le="${spelt}"} ${this.#counts[place]}\n`
    })
    return [
      ...buckets,
      `${name}_bucket{${labels},le="+Inf"} ${this.#count}\n`,
      `${name}_sum{${labels}} ${this.#sum}\n${name}_count{${labels}} ${this.#count}\n`,
    ].join('')
  }
}
