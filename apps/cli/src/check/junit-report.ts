import { markedName, markLine } from '../report/provenance-mark.js'
import type { Check, CheckedMethod } from './check-evaluation.js'

/** Formats a check as JUnit XML, a test case a method: a worse method is a failure, an undecidable one an error. */
export function junitReport({ evaluation, delta, copies, methods }: Check): string {
  const count = (result: CheckedMethod['result']): number => methods.filter((each) => each.result === result).length
  const tests = methods.length + (copies === null ? 0 : 1)
  const failures = count('failed') + (copies === null ? 0 : 1)
  const counts = `tests="${tests}" failures="${failures}" errors="${count('undecided')}"`
  const name = `${markedName(evaluation.name, evaluation.provenance)}, delta ${delta} points`
  const properties = { provenance: evaluation.provenance, answers: markLine(evaluation.provenance) }
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="${escaped(name)}" ${counts} id="${escaped(evaluation.id)}">`,
    '    <properties>',
    ...Object.entries(properties).flatMap(([key, value]) => (value === null ? [] : [property(key, value)])),
    '    </properties>',
    ...(copies === null ? [] : [copiesCase(copies)]),
    ...methods.map(testCase),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

function property(name: string, value: string): string {
  return `      <property name="${name}" value="${escaped(value)}"/>`
}

function copiesCase(why: string): string {
  return `    <testcase classname="cges.check" name="independent samples"><failure type="copies" message="${escaped(why)}"/></testcase>`
}

function testCase({ method, result, reason, judgement }: CheckedMethod): string {
  const open = `    <testcase classname="cges.check" name="${escaped(method)}">`
  if (result === 'passed') return `${open}<system-out>${escaped(reason)}</system-out></testcase>`
  const tag = result === 'failed' ? 'failure' : 'error'
  return `${open}<${tag} type="${result === 'failed' && judgement !== 'worse' ? 'calls' : (judgement ?? result)}" message="${escaped(reason)}"/></testcase>`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Makes text safe in XML 1.0, which has no way to write most control characters. */
function escaped(text: string): string {
  return text
    .replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\u{FFFD}')
}
