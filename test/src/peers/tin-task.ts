/** A task of lm-evaluation-harness over questions in a file; it votes on the answers of several repeats. */
export function tinTask(questions: string, repeats: number): string {
  const vote = repeats === 1 ? '' : '{function: majority_vote}, '
  return `task: tins
dataset_path: json
dataset_kwargs: {data_files: {test: ${questions}}}
test_split: test
output_type: generate_until
repeats: ${repeats}
doc_to_text: "{{question}}\\n\\nThink step by step, and put your final answer in \\\\boxed{}."
doc_to_target: "{{answer}}"
generation_kwargs: {until: ["</s>"], do_sample: true, temperature: 0.7, max_gen_toks: 1024}
filter_list:
  - {name: boxed, filter: [{function: regex, regex_pattern: "boxed\\\\{([^}]*)\\\\}"}, ${vote}{function: take_first}]}
metric_list: [{metric: exact_match, aggregation: mean, higher_is_better: true}]
`
}
