/** Counts values by size, in the form Prometheus reads. */
export class Histogram {
  readonly #counts: number[]
  #sum = 0
  #count = 0

  constructor(private readonly bounds: readonly number[]) {
    this.#counts = bounds.map(() => 0)
  }

  observe(value: number): void {
    this.#sum += value
    this.#count += 1
    this.bounds.forEach((bound, place) => {
      if (value <= bound) this.#counts[place] = (this.#counts[place] ?? 0) + 1
    })
  }

  /** Writes the lines of a histogram under a name and labels. */
  text(name: string, labels: string): string {
    const buckets = this.bounds.map(
      (bound, place) => `${name}_bucket{${labels},le="${bound}"} ${this.#counts[place]}\n`,
    )
    return [
      `# TYPE ${name} histogram\n`,
      ...buckets,
      `${name}_bucket{${labels},le="+Inf"} ${this.#count}\n`,
      `${name}_sum{${labels}} ${this.#sum}\n${name}_count{${labels}} ${this.#count}\n`,
    ].join('')
  }
}
