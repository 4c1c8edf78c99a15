import { counted, type EvaluationView } from '@cges-fleet/core'
import {
  ArchiveEvaluation,
  DeleteEvaluation,
  GetEvaluation,
  RenameEvaluation,
  UnarchiveEvaluation,
} from '@cges-fleet/core/contract'
import { Command } from 'commander'
import type { ApiClient } from '../api/api-client.js'
import { UsageError } from '../errors.js'
import { size } from '../shell/format.js'
import { withApi, withJson } from '../shell/options.js'
import { printResult } from '../shell/printing.js'
import { evaluationJson } from './evaluation-json.js'

interface ApiOptions {
  readonly api?: string
  readonly json?: true
}

type ApiOf = (options: ApiOptions) => ApiClient

/** Rename, archive and delete: what an evaluation's owner and admins do with it. */
export function manageCommands(apiOf: ApiOf): Command[] {
  return [renameCommand(apiOf), archiveCommand(apiOf), unarchiveCommand(apiOf), deleteCommand(apiOf)]
}

function command(name: string, description: string): Command {
  return withJson(withApi(new Command(name)))
    .description(description)
    .argument('<id>', 'the evaluation’s id')
}

function renameCommand(apiOf: ApiOf): Command {
  return command('rename', 'give an evaluation another name')
    .argument('<name>', 'at most 120 characters')
    .action(async (id: string, name: string, options: ApiOptions) => {
      const view = await apiOf(options).call(RenameEvaluation, { path: { id }, body: { name } })
      printResult(options, evaluationJson(view), () => [view.name])
    })
}

function archiveCommand(apiOf: ApiOf): Command {
  return command('archive', 'archive an evaluation: lists leave it out, nothing is deleted').action(
    async (id: string, options: ApiOptions) => {
      const view = await apiOf(options).call(ArchiveEvaluation, { path: { id } })
      printResult(options, evaluationJson(view), () => [`${view.name}: archived`])
    },
  )
}

function unarchiveCommand(apiOf: ApiOf): Command {
  return command('unarchive', 'bring an archived evaluation back to lists').action(
    async (id: string, options: ApiOptions) => {
      const view = await apiOf(options).call(UnarchiveEvaluation, { path: { id } })
      printResult(options, evaluationJson(view), () => [`${view.name}: in lists again`])
    },
  )
}

function deleteCommand(apiOf: ApiOf): Command {
  return command('delete', 'delete an evaluation with its samples, texts and verdicts, for ever')
    .option('--yes', 'delete it; without this, it only says what would go')
    .action(async (id: string, { yes, ...options }: ApiOptions & { yes?: true }) => {
      const api = apiOf(options)
      const view = await api.call(GetEvaluation, { path: { id } })
      if (yes !== true) throw new UsageError(`${lossOf(view)}. Nothing is deleted yet: repeat with --yes.`)
      const deleted = await api.call(DeleteEvaluation, { path: { id } })
      const freed = size(deleted.bytes)
      printResult(options, deleted, () => [`${deleted.name}: deleted. ${freed} of texts are freed within minutes.`])
    })
}

function lossOf({ name, samplesDrawn, storedBytes }: EvaluationView): string {
  const samples = counted(samplesDrawn, 'sample')
  return `${JSON.stringify(name)} has ${samples} and ${size(storedBytes)} of texts. Deleting cannot be undone`
}
