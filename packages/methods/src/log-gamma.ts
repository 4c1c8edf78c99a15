import { remembered } from './remembered.js'

/**
 * Returns ln Γ(x) for x > 0, to 10⁻¹⁴ of its size. Source: Stirling's series (DLMF 5.11.1) above 15, the recurrence
 * below.
 */
export const logGamma = remembered((x: number): number => {
  let shift = 0
  let at = x
  for (; at < 15; at += 1) shift += Math.log(at)
  const series = [1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188].reduce(
    (sum, term, index) => sum + term / at ** (2 * index + 1),
    0,
  )
  return (at - 0.5) * Math.log(at) - at + Math.log(2 * Math.PI) / 2 + series - shift
})
