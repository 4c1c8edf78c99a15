import type { QuestionView } from '@cges-fleet/core'
import { getQuestion } from '@cges-fleet/core/addresses'
import { writePath } from '@cges-fleet/core/contract'
import { fileName } from '../charts/export/save-file'
import { useProvenanceMark } from '../frame/provenance-scope'

interface Props {
  readonly id: string
  readonly view: Pick<QuestionView, 'position' | 'replicate'>
  readonly examples: string | undefined
}

/** Everything shown of a question, as the API returns it, in a file whose name states the provenance of the numbers. */
export function QuestionFile({ id, view: { position, replicate }, examples }: Props) {
  const { short } = useProvenanceMark()
  const query = { replicate: String(replicate), ...(examples === undefined ? {} : { examples }) }
  const address = writePath(getQuestion, { path: { id, position: String(position) }, query })
  return (
    <p className="exports">
      <span className="muted">Download</span>
      <a href={address} download={fileName(`question ${position} ${short}`, 'json')}>
        this question as JSON
      </a>
    </p>
  )
}
