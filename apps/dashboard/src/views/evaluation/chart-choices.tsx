import { hasTime, hasTokens } from '../../ui/charts/choices'
import { AxisChoice, CostChoice } from '../../ui/charts/cost-choice'
import { startBrush } from '../../ui/charts/brush'
import type { OnDrag } from '../../ui/charts/read-out'
import type { Cost } from '../../ui/charts/scatter-points'
import type { NamedReport } from '../../ui/methods/names'
import { Popover } from '../../ui/shell/popover'
import { ALL, type Only } from './only'

interface Props {
  readonly all: readonly NamedReport[]
  readonly by: Cost
  readonly isEven: boolean
  readonly only: Only
  readonly onOnly: (only: Only) => void
}

const TOKENS_LACK = 'Tokens are known once a method has finished all questions.'

/** What the chart is against, on which axis, and of which methods. */
export function ChartChoices({ all, by, isEven, only, onOnly }: Props) {
  const isKnown = hasTokens(all)
  return (
    <>
      {isKnown || all.some(({ interim }) => interim) ? (
        <CostChoice by={by} tokensLack={isKnown ? undefined : TOKENS_LACK} isTimed={hasTime(all)} />
      ) : null}
      <AxisChoice isEven={isEven} />
      {all.length < 2 ? null : <MethodChoice all={all} only={only} onChange={onOnly} />}
    </>
  )
}

interface MethodChoiceProps {
  readonly all: readonly NamedReport[]
  readonly only: Only
  readonly onChange: (only: Only) => void
}

/** Takes methods out of the chart and back; a box drawn in the chart does so too. */
function MethodChoice({ all, only, onChange }: MethodChoiceProps) {
  const count = all.length - only.hidden.size
  const toggle = (key: string) => {
    const hidden = new Set(only.hidden)
    if (!hidden.delete(key)) hidden.add(key)
    if (hidden.size < all.length) onChange({ hidden, isZoomed: only.isZoomed && hidden.size > 0 })
  }
  return (
    <>
      <Popover
        name="Methods in the chart"
        label={count === all.length ? 'Methods' : `${count} of ${all.length}`}
        className="small"
      >
        <fieldset className="shown-methods">
          <legend>Shown. Drag a box in the chart to zoom in.</legend>
          {all.map(({ key, name }) => (
            <label key={key}>
              <input type="checkbox" checked={!only.hidden.has(key)} onChange={() => toggle(key)} /> {name}
            </label>
          ))}
        </fieldset>
      </Popover>
      {count === all.length ? null : (
        <button type="button" className="small" onClick={() => onChange(ALL)}>
          Show all
        </button>
      )}
    </>
  )
}

/** Lets a reader draw a box, and leaves those inside it in the chart. */
export function zoom(
  [{ clientX, clientY }, chart]: Parameters<OnDrag>,
  all: readonly NamedReport[],
  onOnly: (only: Only) => void,
): void {
  const onBrush = (keys: readonly string[]) => {
    const hidden = new Set(all.flatMap(({ key }) => (keys.includes(key) ? [] : [key])))
    onOnly({ hidden, isZoomed: true })
  }
  startBrush({ ...chart, from: { clientX, clientY }, onBrush })
}
