const LEAD =
  /^[*_\s]{0,4}(?:the |my |so the )?(?:final |correct |right |best )?(?:answer|option|choice)(?: is|:| =|\s?=)[\s:*]{1,4}(?:option |choice |the )?(?=\S)/iu

/** Strips words that only introduce an answer, as in `The answer is 5` and `Answer: C`. */
export function withoutLead(text: string): string {
  return text.replace(LEAD, '')
}
