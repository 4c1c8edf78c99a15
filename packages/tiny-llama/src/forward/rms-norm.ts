interface NormedRows {
  readonly from: Float32Array
  readonly to: Float32Array
  readonly rows: number
}

/** Scales each of the first rows to a root mean square of 1, then by the weights. */
export function rmsNorm({ from, to, rows }: NormedRows, weights: Float32Array, epsilon: number): void {
  const width = weights.length
  for (let start = 0; start < rows * width; start += width) {
    let squares = 0
    for (let at = start; at < start + width; at += 1) squares += (from[at] ?? 0) ** 2
    const scale = 1 / Math.sqrt(squares / width + epsilon)
    for (let at = 0; at < width; at += 1) to[start + at] = (from[start + at] ?? 0) * scale * (weights[at] ?? 0)
  }
}
