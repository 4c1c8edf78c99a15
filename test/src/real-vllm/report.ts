import { appendFileSync } from 'node:fs'

/** Notes a figure for the page that `npm run vllm` writes; without that it goes to the terminal alone. */
export function report(what: string, figure: string): void {
  console.log(`${what}: ${figure}`)
  const file = process.env['VLLM_FIGURES']
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ what, figure })}\n`)
}
