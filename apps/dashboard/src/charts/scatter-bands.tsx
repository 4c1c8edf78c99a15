import { useId } from 'react'
import type { Band } from './scatter-geometry'

/**
 * The accuracies that are still possible, a hatched band for each method: bounds, not intervals, and no point in them.
 */
export function ScatterBands({ bands }: { readonly bands: readonly Band[] }) {
  const id = useId()
  return bands.map(({ key, name, identity, x, y, width, height }, index) => (
    <g key={key} className={`band hue-${identity.hue} shade-${identity.shade}`}>
      <title>{name}</title>
      <pattern
        id={`${id}-${index}`}
        width={4}
        height={4}
        patternUnits="userSpaceOnUse"
        patternTransform={`rotate(${index % 2 === 0 ? 45 : -45})`}
      >
        <line x1={2} x2={2} y1={0} y2={4} />
      </pattern>
      <rect x={x.toFixed(1)} y={y.toFixed(1)} width={width} height={height.toFixed(1)} fill={`url(#${id}-${index})`} />
    </g>
  ))
}
