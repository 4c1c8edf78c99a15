/** Returns whether an answer is right: its key equals the gold answer's key, both of one grading version. */
export function gradeAnswer(key: string, goldKey: string): boolean {
  return key === goldKey
}
