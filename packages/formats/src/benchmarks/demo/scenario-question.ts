import { z } from 'zod'

/** A question with what a simulated model may answer: the truth, or one of its slips, the likeliest first. */
export const ScenarioQuestion = z.object({
  id: z.string().min(1),
  question: z.string().min(1),
  answer: z.string().min(1),
  distractors: z.array(z.string().min(1)).min(1),
  difficulty: z.number().gt(0).lt(1),
})
export type ScenarioQuestion = z.infer<typeof ScenarioQuestion>
