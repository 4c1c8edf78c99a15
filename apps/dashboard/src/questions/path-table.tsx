import type { QuestionView } from '@cges-fleet/core'
import { formatShare } from '../format/format-share'
import { Missing } from '../frame/missing'
import { answerName } from './answer-name'
import type { MethodPath } from './method-paths'

interface Props {
  readonly paths: readonly MethodPath[]
  readonly view: QuestionView
}

/** The same paths as numbers: the leading answer's score after each call, a star where a method stopped. */
export function PathTable({ paths, view }: Props) {
  const calls = Math.max(0, ...paths.map(({ steps }) => steps.length))
  return (
    <table className="plain">
      <thead>
        <tr>
          <th scope="col">Calls</th>
          {paths.map(({ report }) => (
            <th scope="col" key={report.key}>
              {report.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: calls }, (_, at) => (
          <tr key={at}>
            <th scope="row">{at + 1}</th>
            {paths.map(({ report, steps, stop }) => (
              <td key={report.key}>
                {steps[at]?.score == null ? (
                  <Missing why={steps[at] === undefined ? 'beyond its budget' : 'no vote yet'} />
                ) : (
                  `${formatShare(steps[at].score)} ${answerName(view, steps[at].leader === null ? null : Number(steps[at].leader))}`
                )}
                {stop === at + 1 ? ' ★ stopped' : ''}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
