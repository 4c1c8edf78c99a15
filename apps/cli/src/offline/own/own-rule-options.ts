import type { Command } from 'commander'
import { collect } from '../../collect.js'

/** Gives `cges replay` its options for external rules. */
export function withOwnRules(command: Command): Command {
  return command
    .option(
      '--method-file <rule.mjs>',
      'also run a rule of your own, a JavaScript module; see below (may be given again)',
      collect,
    )
    .option(
      '--method-command <command>',
      'also run one that is a program, over JSON lines; see below (may be given again)',
      collect,
    )
    .option(
      '--method-set-command <command>',
      'also run one that is a program and decides all questions together; see below (may be given again)',
      collect,
    )
}

export const OWN_RULE_HELP = `a rule of your own gets a question's permuted samples at once, and says how many of them it is charged for. Whatever stands
behind its stops is changed four times, and it must not mind. --budget is its budget. As a module, rule.mjs:
  export default (votes, budget) => ({ calls: 5, answer: votes[0].answer })
as a program, one line in and one line out for each question:
  {"budget": 16, "votes": [{"answer": "A", "confidence": 0.9, "reward": null, "signals": {}}, …]}   →   {"calls": 5, "answer": "A"}
a rule that decides all questions together, as a module:
  export const decideSet = (questions, budget) => questions.map(({ votes }) => ({ calls: 5, answer: votes[0].answer }))
as a program (--method-set-command), one line in and one line out for them all:
  {"budget": 16, "questions": [{"votes": […]}, …]}   →   [{"calls": 5, "answer": "A"}, …]`
