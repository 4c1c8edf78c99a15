import { LabelEvaluation, GetEvaluation } from '@cges-fleet/core/contract'
import { Command } from 'commander'
import type { ApiClient } from '../api-client.js'
import { printResult } from '../manners/print-result.js'
import { withApi } from '../manners/with-api.js'
import { withJson } from '../manners/with-json.js'

interface ApiOptions {
  readonly api?: string
  readonly json?: true
}

interface TagOptions extends ApiOptions {
  readonly remove?: boolean
}

type ApiOf = (options: ApiOptions) => ApiClient

/** Tags and notes: the commands that label an evaluation. */
export function labelCommands(apiOf: ApiOf): Command[] {
  return [tagCommand(apiOf), noteCommand(apiOf)]
}

function tagCommand(apiOf: ApiOf): Command {
  return withJson(withApi(new Command('tag')))
    .description('put tags on an evaluation, or take them off; prints those it has then')
    .argument('<id>', 'the evaluation’s id')
    .argument('[tags...]', 'tags of at most 40 characters; none only prints those it has')
    .option('--remove', 'take these tags off')
    .action(async (id: string, given: string[], { remove, ...options }: TagOptions) => {
      const api = apiOf(options)
      const { tags: now } = await api.call(GetEvaluation, { path: { id } })
      const wanted = remove === true ? now.filter((tag) => !given.includes(tag)) : [...now, ...given]
      const { tags } = given.length === 0 ? { tags: now } : await label(api, id, { tags: wanted })
      if (options.json === true || tags.length > 0) printResult(options, { tags }, () => tags)
    })
}

function noteCommand(apiOf: ApiOf): Command {
  return withJson(withApi(new Command('note')))
    .description('write a note on an evaluation, in place of the one it has; without a text, print that')
    .argument('<id>', 'the evaluation’s id')
    .argument('[text]', 'at most 4,000 characters; an empty text takes the note off')
    .action(async (id: string, text: string | undefined, options: ApiOptions) => {
      const api = apiOf(options)
      const { note } =
        text === undefined ? await api.call(GetEvaluation, { path: { id } }) : await label(api, id, { note: text })
      if (options.json === true || (text === undefined && note !== '')) printResult(options, { note }, () => [note])
    })
}

function label(api: ApiClient, id: string, body: { tags?: string[]; note?: string }) {
  return api.call(LabelEvaluation, { path: { id }, body })
}
