import { ProgressBar } from './progress-bar.js'

let isHidden = false

/** Shows no bars from here on: what is printed is for programs. */
export function hideProgress(): void {
  isHidden = true
}

/** Starts a progress bar on stderr, if that is a terminal and JSON was not requested. */
export function startProgress(label: string): ProgressBar {
  const isTTY = process.stderr.isTTY && !isHidden
  const { columns, rows } = process.stderr
  const screen = { isTTY, columns, rows, write: (text: string) => process.stderr.write(text) }
  return new ProgressBar(label, screen, () => performance.now())
}
