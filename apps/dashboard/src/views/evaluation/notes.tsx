import type { EvaluationView, EvaluationWarning, SampleReadings } from '@cges-fleet/core'
import { ABOUT_TINY } from '@cges-fleet/core/about-tiny'
import { countedOf, inNumber } from '@cges-fleet/core/counted'
import { evaluationWarningWords, notComparedWords, setAsideNoteWords } from '@cges-fleet/core/note-words'
import { auditWords, certifiedWords } from '@cges-fleet/core/promise-words'
import { evaluationReasonWords } from '@cges-fleet/core/reason-words'
import { textsDeletedWords } from '@cges-fleet/core/texts-deleted-words'
import { untilWords } from '@cges-fleet/core/until-words'
import { useContext } from 'react'
import { questionsAddress } from '../../addresses/questions'
import { ByShareLink, TeamLink } from '../../addresses/team-link'
import { closePercent, formatCount, formatRange, formatShare } from '../../ui/format/numbers'
import { OnPaper } from '../../ui/shell/on-paper'
import { Popover } from '../../ui/shell/popover'

/** What a reader must know before believing the numbers. */
export function Notes({ view, readings }: { readonly view: EvaluationView; readonly readings: SampleReadings | null }) {
  const onPaper = useContext(OnPaper)
  const byShareLink = useContext(ByShareLink)
  const notes = notesOf(view, readings).filter(({ tone }) => onPaper || tone !== 'plain')
  if (notes.length === 0) return null
  return (
    <ul className="notes" data-testid="notes">
      {notes.map(({ tone, text, lead }) => (
        <li key={text} className={`note-${tone}`}>
          {text}
          {lead === undefined || onPaper || byShareLink ? null : (
            <>
              {' '}
              <TeamLink href={lead.href} prefetch={false}>
                {lead.words}
              </TeamLink>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

/** What a reader may know besides: where the answers and the questions come from. */
export function Background({ view }: { readonly view: EvaluationView }) {
  const notes = notesOf(view, null).filter(({ tone }) => tone === 'plain')
  if (notes.length === 0) return null
  return (
    <Popover name="About these numbers" label="About" className="quiet small">
      <ul className="notes" data-testid="background">
        {notes.map(({ text }) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Popover>
  )
}

interface Note {
  readonly tone: 'plain' | 'warning' | 'bad'
  readonly text: string
  /** A link to further information. */
  readonly lead?: { readonly words: string; readonly href: string }
}

const MANY_LAST: Note = {
  tone: 'warning',
  text: 'Answers may be misread: many were found only as the last one that fits, or those are far less often right. See “How answers were read” under Run.',
}

/** Lists what a reader must know before believing the numbers, the gravest first. */
export function notesOf(view: EvaluationView, readings: SampleReadings | null): Note[] {
  const { simulated, provenance, benchmark, source, textsDeletedAt, notComparable, setAside } = view
  const warnings = view.warnings.filter((warning) => warning.kind !== 'blocked' && !isPausedFor(view, warning))
  const notes: (Note | null)[] = [
    endOf(view),
    view.until === null || view.status === 'decided' ? null : { tone: 'plain', text: untilWords(view).join(' · ') },
    blockedOf(view),
    waitingOf(view),
    ...setAside.map(({ label, note }): Note => ({ tone: 'warning', text: setAsideNoteWords(label, note) })),
    sensitivityOf(view),
    notComparable === null || notComparable.kind === 'blocked'
      ? null
      : { tone: 'warning', text: `Methods are not compared: ${notComparedWords(notComparable)}.` },
    ...view.methods.map(({ label, spec, certified }): Note | null =>
      certified === null ? null : { tone: 'plain', text: `${label}: ${certifiedWords(certified, spec.budget)}` },
    ),
    ...auditWords(view).map((text): Note => ({ tone: 'plain', text })),
    ...warnings.map((warning): Note => ({ tone: 'warning', text: evaluationWarningWords(warning) })),
    (readings?.warnings.length ?? 0) > 0 ? MANY_LAST : null,
    simulated
      ? { tone: 'plain', text: 'Simulated: answers come from the built-in simulator, not from a model.' }
      : null,
    (source?.provenance ?? provenance) === 'tiny' ? { tone: 'plain', text: `Tiny model: ${ABOUT_TINY}.` } : null,
    provenance === 'recorded'
      ? { tone: 'plain', text: 'Recorded: answers were recorded earlier and are read back.' }
      : null,
    ...(source?.notes ?? []).map((text): Note => ({ tone: 'warning', text: `The log: ${text}.` })),
    source === null ? null : importedFrom(source),
    textsDeletedAt === null ? null : { tone: 'plain', text: textsDeletedWords(textsDeletedAt) },
    benchmark.generated
      ? { tone: 'plain', text: 'Generated benchmark: its questions are made by this project’s own code.' }
      : null,
  ]
  return notes.flatMap((note) => (note === null ? [] : [{ ...note, text: closePercent(note.text) }]))
}

/** Whether a warning repeats why the evaluation is paused. */
function isPausedFor({ status }: EvaluationView, { kind }: EvaluationWarning): boolean {
  return status === 'paused' && kind === 'copies'
}

function importedFrom({ format, files }: NonNullable<EvaluationView['source']>): Note {
  const [first = '', ...more] = files
  const rest = more.length === 0 ? '' : ` and ${formatCount(more.length)} more`
  const text = `Imported: its samples were read from ${first}${rest} (${format}); nothing was drawn here.`
  return { tone: 'plain', text }
}

function endOf(view: EvaluationView): Note | null {
  const { status, reason, independence, trials } = view
  const because = reason === null ? '' : ` ${evaluationReasonWords(reason)}`
  if (status === 'failed')
    return { tone: 'bad', text: `Failed.${because} What was measured before stays below, as interim.` }
  if (status === 'stuck') {
    return {
      tone: 'bad',
      text: `Stuck.${because} It makes no calls until a retry succeeds. Retries become less frequent. Cancel it to end it.`,
    }
  }
  if (status === 'paused')
    return {
      tone: independence.state === 'copies' ? 'bad' : 'plain',
      text: `Paused.${because} Nothing more is drawn until it is resumed.`,
    }
  if (status === 'budget_stopped') {
    return { tone: 'warning', text: `Budget-stopped.${because} Extend it to go on.` }
  }
  if (status === 'decided') return { tone: 'plain', text: untilWords(view).join(' · ') }
  if (status === 'cancelled') return { tone: 'warning', text: `Cancelled.${because} The numbers below stay interim.` }
  return status === 'done' && reason !== null && trials.blocked === 0
    ? { tone: 'plain', text: evaluationReasonWords(reason) }
    : null
}

/** How far samples in doubt could move the accuracies. */
function sensitivityOf({ sensitivity, methods }: EvaluationView): Note | null {
  if (sensitivity === null) return null
  const bounds = sensitivity.methods.map(({ key, low, high }) => {
    const label = methods.find((method) => method.key === key)?.label ?? key
    return `${label} ${formatRange({ low, high })}`
  })
  return {
    tone: 'warning',
    text: `${formatShare(sensitivity.share)} of samples failed for a reason that may depend on their text. Accuracy if all of them were wrong, or all right: ${bounds.join(', ')}.`,
  }
}

/** Everything that is to be said of blocked trials, in one place. */
function blockedOf({ id, trials: { blocked, total }, warnings, notComparable }: EvaluationView): Note | null {
  if (blocked === 0) return null
  const why = warnings.find(({ kind }) => kind === 'blocked')?.why ?? 'a sample could not be drawn'
  const unfair = notComparable?.kind === 'blocked'
  const text = `${countedOf(blocked, total, 'question')} failed (${why}) and ${inNumber(blocked, 'is', 'are')} left out of all figures${unfair ? '. That is too many to compare methods fairly' : ''}.`
  const lead = { words: inNumber(blocked, 'Show it', 'Show them'), href: questionsAddress(id, { filter: 'blocked' }) }
  return { tone: 'warning', text, lead }
}

function waitingOf({ status, reason }: EvaluationView): Note | null {
  return status !== 'running' || reason === null ? null : { tone: 'warning', text: evaluationReasonWords(reason) }
}
