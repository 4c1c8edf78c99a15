import type { Draft, UntilFields } from './draft'
import { type FormProps, SelectField, TextField } from './fields'

const KINDS = ['accuracy', 'decided', 'best'] as const

/** When an evaluation may end before its last question. */
export function UntilField({ draft: { until }, change, faults }: Pick<FormProps, 'draft' | 'change' | 'faults'>) {
  const set = (changed: Partial<Draft['until']>) => change({ until: { ...until, ...changed } })
  return (
    <div className="fields">
      <SelectField
        path="until"
        label="May end early"
        about="once its result is sure; pays off from about 1,000 questions"
        value={until.kind}
        onChange={(chosen) => set({ kind: KINDS.find((kind) => kind === chosen) ?? '' })}
        faults={faults}
        options={[
          { value: '', text: 'no, it takes all questions' },
          { value: 'accuracy', text: 'once each accuracy is known' },
          { value: 'decided', text: 'once all are compared with one method' },
          { value: 'best', text: 'once one method is best' },
        ]}
      />
      <PointsField until={until} set={set} faults={faults} />
      {until.kind === 'decided' ? (
        <TextField
          path="until.decided"
          label="Compared with"
          about="one of the methods"
          empty="such as sc@16"
          value={until.baseline}
          onChange={(baseline) => set({ baseline })}
          faults={faults}
        />
      ) : null}
    </div>
  )
}

interface PointsProps extends Pick<FormProps, 'faults'> {
  readonly until: UntilFields
  readonly set: (changed: Partial<UntilFields>) => void
}

function PointsField({ until, set, faults }: PointsProps) {
  if (until.kind === '') return null
  const asked =
    until.kind === 'accuracy'
      ? {
          path: 'until.accuracy',
          label: 'Within, points',
          about: 'from the lower limit to the upper',
          empty: 'such as 4',
        }
      : { path: 'until.margin', label: 'Margin, points', about: 'a difference that does not matter', empty: '1' }
  return <TextField {...asked} numeric value={until.points} onChange={(points) => set({ points })} faults={faults} />
}
