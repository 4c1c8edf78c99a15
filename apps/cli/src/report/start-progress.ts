import { ProgressBar } from './progress-bar.js'

let isHidden = false

/** Shows no bars from here on: what is printed is for programs. */
export function hideProgress(): void {
  isHidden = true
}

/** Starts the bar of long work on a terminal: on stderr, where that is one and nobody asked for JSON. */
export function startProgress(label: string): ProgressBar {
  const isTTY = process.stderr.isTTY && !isHidden
  const { columns, rows } = process.stderr
  const screen = { isTTY, columns, rows, write: (text: string) => process.stderr.write(text) }
  return new ProgressBar(label, screen, () => performance.now())
}
