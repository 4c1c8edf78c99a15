import { methodName } from '../../ui/methods/names'
import type { MethodDraft } from './draft'
import { type Faults, fieldAboutId, fieldId, TextField } from './fields'
import type { OfferedMethod, OfferedParameter } from './offer'
import { ParameterField } from './parameter-field'
import { methodText } from './submission'

interface Props {
  readonly method: MethodDraft
  readonly offered: OfferedMethod
  /** Its place in the submission, such as `methods.2`. */
  readonly path: string
  readonly commonBudget: string
  /** The parameters explained once for all methods. */
  readonly shared: readonly OfferedParameter[]
  readonly faults: Faults
  readonly onChange: (method: MethodDraft) => void
  readonly onRemove: () => void
}

/** One method of the comparison in a line, which opens to all its parameters. */
export function MethodLine(props: Props) {
  const { method, offered, path, faults, onRemove } = props
  const { title, about } = offered
  const problem = faults.shown(path)
  const settings = methodName({ label: methodText(withoutDefaults(method, offered)) }).slice(title.length)
  return (
    <div
      className={problem === null ? 'method-line' : 'method-line wrong'}
      id={fieldId(path)}
      data-method={method.id}
      role="group"
      aria-label={title}
      tabIndex={-1}
    >
      <details>
        <summary title={about}>
          <strong>{title}</strong>
          <span className="muted">
            {settings}
            {method.budget === '' ? '' : ` budget ${method.budget}`}
          </span>
          <span className="advanced-word">Advanced</span>
        </summary>
        <p className="about">{about}</p>
        <MethodFields {...props} />
      </details>
      <button type="button" className="quiet" onClick={onRemove} aria-label={`Remove ${title}`} title="Remove">
        ×
      </button>
      {problem === null ? null : <p className="bad">{problem}</p>}
    </div>
  )
}

function withoutDefaults(method: MethodDraft, { parameters }: OfferedMethod): MethodDraft {
  const usual = new Map(parameters.map(({ name, preset }) => [name, preset]))
  const values = Object.entries(method.values).filter(([name, value]) => usual.get(name) !== value)
  return { ...method, values: Object.fromEntries(values), budget: '' }
}

function MethodFields({ method, offered, path, commonBudget, shared, faults, onChange }: Props) {
  return (
    <div className="fields">
      {offered.parameters.map((parameter) => (
        <ParameterField
          key={parameter.name}
          parameter={parameter}
          shared={shared}
          path={`${path}.${parameter.name}`}
          value={method.values[parameter.name] ?? ''}
          onChange={(value) => onChange({ ...method, values: { ...method.values, [parameter.name]: value } })}
          faults={faults}
        />
      ))}
      <TextField
        path={`${path}.budget`}
        label="Budget of its own"
        explainedBy={fieldAboutId('budget')}
        empty={commonBudget === '' ? '16' : commonBudget}
        numeric
        value={method.budget}
        onChange={(budget) => onChange({ ...method, budget })}
        faults={faults}
      />
    </div>
  )
}
