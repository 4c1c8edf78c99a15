import { Argument, Command, type Option } from 'commander'
import { type Named, walkCommands } from './help.js'

const SHELLS = { bash: bashScript, zsh: zshScript, fish: fishScript }

/** `cges completion`: a shell's completion script, generated from the commands themselves. */
export function completionCommand(): Command {
  return new Command('completion')
    .description('print the completion script of a shell')
    .addArgument(new Argument('<shell>', 'which').choices(Object.keys(SHELLS)))
    .action((shell: keyof typeof SHELLS, _: object, command: Command) => {
      const root = command.parent ?? command
      console.log(SHELLS[shell]([{ path: '', command: root }, ...walkCommands(root)]).join('\n'))
    })
}

/** Words that begin no option are commands while they lead to one; else they are files, which the shell completes. */
function bashScript(all: readonly Named[]): string[] {
  return [
    '_cges() {',
    '  local cur=${COMP_WORDS[COMP_CWORD]} path="" word next',
    '  COMPREPLY=()',
    '  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do',
    '    next="${path:+$path }$word"',
    '    case "$next" in',
    `      ${leading(all)}) path=$next ;;`,
    '    esac',
    '  done',
    '  local commands="" options=""',
    '  case "$path" in',
    ...all.map(
      ({ path, command }) =>
        `    "${path}") commands="${command.commands.map((each) => each.name()).join(' ')}"; options="${flagsOf(command).join(' ')}" ;;`,
    ),
    '  esac',
    '  if [[ $cur == -* ]]; then',
    '    COMPREPLY=($(compgen -W "$options" -- "$cur"))',
    '  elif [[ -n $commands ]]; then',
    '    COMPREPLY=($(compgen -W "$commands" -- "$cur"))',
    '  fi',
    '}',
    'complete -o default -F _cges cges',
  ]
}

/** Works both from a folder in `$fpath` and when sourced. */
function zshScript(all: readonly Named[]): string[] {
  return [
    '#compdef cges',
    '_cges() {',
    '  local at="" word next',
    '  local -a commands options',
    '  for word in "${(@)words[2,CURRENT-1]}"; do',
    '    next="${at:+$at }$word"',
    '    case "$next" in',
    `      ${leading(all)}) at=$next ;;`,
    '    esac',
    '  done',
    '  case "$at" in',
    ...all.map(({ path, command }) => {
      const commands = command.commands.map((each) => zshEntry(each.name(), each.description()))
      const options = shownOptions(command).map(({ long, description }) => zshEntry(long ?? '', description))
      return `    "${path}") commands=(${commands.join(' ')}); options=(${[...options, '--help'].join(' ')}) ;;`
    }),
    '  esac',
    '  if [[ $PREFIX == -* ]]; then',
    '    _describe -o option options',
    '  elif (( $#commands )); then',
    '    _describe command commands',
    '  else',
    '    _files',
    '  fi',
    '}',
    'if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _cges "$@"; else compdef _cges cges; fi',
  ]
}

function zshEntry(name: string, description: string): string {
  return `'${`${name}:${description}`.replaceAll("'", String.raw`'\''`)}'`
}

function fishScript(all: readonly Named[]): string[] {
  return all.flatMap(({ path, command }) => {
    const words = path.split(' ').filter((word) => word !== '')
    const under = words.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ')
    const names = command.commands.map((each) => each.name()).join(' ')
    const first = path === '' ? '__fish_use_subcommand' : `${under}; and not __fish_seen_subcommand_from ${names}`
    return [
      ...command.commands.map(
        (each) => `complete -c cges -f -n '${first}' -a ${each.name()} -d ${quoted(each.description())}`,
      ),
      ...(path === ''
        ? []
        : shownOptions(command).map((option) => `complete -c cges -n '${under}' ${fishOption(option)}`)),
    ]
  })
}

/** The words that lead to a command, as a shell's pattern. */
function leading(all: readonly Named[]): string {
  return all.flatMap(({ path }) => (path === '' ? [] : [`"${path}"`])).join('|')
}

function fishOption({ long, description, required, argChoices }: Option): string {
  const choices = argChoices === undefined ? '' : ` -a '${argChoices.join(' ')}'`
  return `-l ${(long ?? '').slice(2)}${required ? ' -r' : ''}${choices} -d ${quoted(description)}`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`\'`)}'`
}

function shownOptions(command: Command): readonly Option[] {
  return command.options.filter(({ hidden, long }) => !hidden && long !== undefined)
}

function flagsOf(command: Command): string[] {
  return [...shownOptions(command).map(({ long }) => long ?? ''), '--help']
}
