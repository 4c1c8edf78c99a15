import { expect, it } from 'vitest'
import { MOST_COMMENTED, readCommented } from './commented-questions.js'
import type { QuestionPage } from './schemas/question-view.js'

const row = (position: number, replicate = 0) =>
  ({ position, replicate, questionId: `q${position}`, excerpt: null }) as QuestionPage['questions'][number]

function reading(questions: QuestionPage['questions'], next: string | null = null) {
  const asked: number[] = []
  const comment = {
    id: 'c',
    text: 'odd',
    flag: null,
    createdBy: 'ann',
    createdAt: 'then',
    editedAt: null,
    mayChange: true,
  }
  const read = async (position: number) => {
    asked.push(position)
    return { comments: [comment] }
  }
  return { asked, of: { list: async () => ({ questions, next }), read } }
}

it('reads each commented question once, though replicates list it several times', async () => {
  const { asked, of } = reading([row(3), row(5), row(3, 1)])
  expect(await readCommented(of)).toEqual({
    questions: [3, 5].map((position) => ({
      position,
      questionId: `q${position}`,
      excerpt: null,
      comments: [{ text: 'odd', flag: null, createdBy: 'ann', createdAt: 'then' }],
    })),
    hasMore: false,
  })
  expect(asked).toEqual([3, 5])
})

it('reads no more than a report shows, and says that there are others', async () => {
  const { asked, of } = reading(Array.from({ length: MOST_COMMENTED + 1 }, (_, position) => row(position)))
  expect((await readCommented(of)).hasMore).toBe(true)
  expect(asked).toHaveLength(MOST_COMMENTED)
  expect((await readCommented(reading([row(1)], '0.1').of)).hasMore).toBe(true)
})
