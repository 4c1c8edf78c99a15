import { LabelEvaluation, GetEvaluation } from '@cges-fleet/core/contract'
import { Command } from 'commander'
import type { ApiClient } from '../api-client.js'

interface ApiOptions {
  readonly api?: string
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
  return new Command('tag')
    .description('put tags on an evaluation, or take them off; prints those it has then')
    .argument('<id>', 'the evaluation’s id')
    .argument('[tags...]', 'tags of at most 40 characters; none only prints those it has')
    .option('--remove', 'take these tags off')
    .option('--api <url>', 'where the API listens; the fleet started in this checkout unless given')
    .action(async (id: string, given: string[], { remove, ...options }: TagOptions) => {
      const api = apiOf(options)
      const { tags: now } = await api.call(GetEvaluation, { path: { id } })
      const wanted = remove === true ? now.filter((tag) => !given.includes(tag)) : [...now, ...given]
      const { tags } = given.length === 0 ? { tags: now } : await label(api, id, { tags: wanted })
      if (tags.length > 0) console.log(tags.join('\n'))
    })
}

function noteCommand(apiOf: ApiOf): Command {
  return new Command('note')
    .description('write a note on an evaluation, in place of the one it has; without a text, print that')
    .argument('<id>', 'the evaluation’s id')
    .argument('[text]', 'at most 4,000 characters; an empty text takes the note off')
    .option('--api <url>', 'where the API listens; the fleet started in this checkout unless given')
    .action(async (id: string, text: string | undefined, options: ApiOptions) => {
      const api = apiOf(options)
      const { note } =
        text === undefined ? await api.call(GetEvaluation, { path: { id } }) : await label(api, id, { note: text })
      if (text === undefined && note !== '') console.log(note)
    })
}

function label(api: ApiClient, id: string, body: { tags?: string[]; note?: string }) {
  return api.call(LabelEvaluation, { path: { id }, body })
}
