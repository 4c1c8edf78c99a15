import type { Draft, UntilFields } from './draft'
import { type FormProps, SelectField, TextField } from './fields'

const KINDS = ['accuracy', 'decided', 'best', 'models'] as const

/** When an evaluation may end before its last question. */
export function UntilField({ draft: { until, isSuite }, change, faults, offer: { about } }: FormProps) {
  const set = (changed: Partial<Draft['until']>) => change({ until: { ...until, ...changed } })
  return (
    <div className="fields">
      <SelectField
        path="until"
        label="May end early"
        about={about.until}
        value={until.kind}
        onChange={(chosen) => set({ kind: KINDS.find((kind) => kind === chosen) ?? '' })}
        faults={faults}
        options={[
          { value: '', text: 'no, it takes all questions' },
          { value: 'accuracy', text: 'once each accuracy is known' },
          { value: 'decided', text: 'once all are compared with one method' },
          { value: 'best', text: 'once one method is best' },
          ...(isSuite ? [{ value: 'models', text: 'once one model is best' }] : []),
        ]}
      />
      <PointsField until={until} set={set} faults={faults} about={about} />
      {until.kind === 'decided' || until.kind === 'models' ? (
        <TextField
          path={`until.${until.kind}`}
          label={until.kind === 'decided' ? 'Compared with' : 'Compared by'}
          about={about[until.kind]}
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
  readonly about: FormProps['offer']['about']
}

function PointsField({ until, set, faults, about }: PointsProps) {
  if (until.kind === '') return null
  const field =
    until.kind === 'accuracy'
      ? { path: 'until.accuracy', label: 'Within, points', about: about.accuracy, empty: 'such as 4' }
      : { path: 'until.margin', label: 'Margin, points', about: about.margin, empty: '1' }
  return <TextField {...field} numeric value={until.points} onChange={(points) => set({ points })} faults={faults} />
}
