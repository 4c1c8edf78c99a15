/** Benchmarks, and the logs and exports of this and other programs: parsed and written, a line at a time. */
export { IMPORTABLE_BENCHMARKS, INCLUDED_BENCHMARKS, KNOWN_BENCHMARKS } from './benchmarks/known-benchmarks.js'
export { parseBenchmark, parseQuestions } from './benchmarks/parse-questions.js'
export {
  benchmarkNameOf,
  columnsOf,
  isDelimited,
  questionFields,
  type QuestionRows,
  questionRows,
  rowProblems,
  tableRows,
} from './benchmarks/question-rows.js'
export { plainValue } from './lines/plain-value.js'
export { shortened } from './lines/shortened.js'
export { type Archive, type ArchiveMember, type DataFile, InputError } from './files/data-file.js'
export { type FileLine, readLines, wholeText } from './files/file-rows.js'
export { fieldsOf, loadRows, problemLines } from './benchmarks/question-file.js'
export { renderPrompt } from './benchmarks/render-prompt.js'
export { parseAs, parseJson, parseRow, storable } from './lines/json-lines.js'
export { endMeaning, isEnd } from './end-meaning.js'
export {
  type LogEntry,
  type LogQuestion,
  type LogRow,
  type LogSample,
  logSignals,
  sampleTokens,
} from './logs/log-entry.js'
export { ANSWERS_FROM, type AnswersFrom, inferAnswerKind, logAnswer } from './logs/log-answer.js'
export { LogCensus } from './logs/log-census.js'
export { type KnownSampling, parseSampling } from './logs/log-sampling.js'
export { compileMap, type LogFields, mapsSamples, parseLogMap } from './logs/mapped/log-map.js'
export { mappedGrades, parseMappedRow } from './logs/mapped/parse-mapped-row.js'
export { type MappedFormat, presetOf, PRESETS, rowsOf } from './logs/mapped/presets.js'
export { LogProbability } from './logs/row-fields.js'
export { type CsvCell, csvLine, parseCsvText } from './logs/csv/csv-line.js'
export { verdictLines, verdictsHead } from './logs/csv/write-verdicts.js'
export {
  DataDescription,
  describeData,
  describedBudget,
  descriptionLine,
  findDescription,
  parseDescriptionLine,
  rowDescription,
} from './logs/export/data-description.js'
export { EXPORT_FORMATS, type ExportFormat, exportPath } from './logs/export/export-files.js'
export type { ExportedTrial } from './logs/export/exported-trial.js'
export { parseInspectSample } from './logs/inspect/parse-inspect-sample.js'
export {
  inspectEarlyStops,
  inspectEnd,
  inspectHead,
  inspectResultsHead,
  inspectSamples,
} from './logs/inspect/write-inspect.js'
export { lmEvalFilter, parseLmEvalRow } from './logs/lm-eval/parse-lm-eval-row.js'
export { lmEvalResults, lmEvalRows } from './logs/lm-eval/write-lm-eval.js'
export { nemoResultLine, parseNemoRow } from './logs/nemo.js'
export { parseBatchRow } from './logs/openai-batch.js'
export { doubtsOf, type LogDoubts } from './logs/reading/log-doubts.js'
export { LogReader, type ReadingCounts, type ReadingRules, shareOf } from './logs/reading/log-reader.js'
export {
  type FaultLimits,
  type OtherReading,
  otherReadings,
  readingFault,
  type ReadingFaults,
} from './logs/reading/other-readings.js'
export { goldLine, parseRecordingRow, parseSampleRow, sampleLines } from './logs/recordings.js'
export { DEMO_BENCHMARK, demoBenchmark, demoScenario, ScenarioQuestion } from './benchmarks/demo/demo-benchmark.js'
export { parseScenario } from './benchmarks/demo/parse-scenario.js'
export { indexQuestions } from './benchmarks/index-questions.js'
export { type LogItem, loadLogs } from './logs/loading/load-log.js'
export { holdsVerdicts, type LogReading, SAMPLES_WANTED } from './logs/loading/log-format.js'
export {
  descriptionProblem,
  isAsRead,
  type LogOptions,
  type OpenLog,
  openLog,
  rowLines,
} from './logs/loading/open-log.js'
export { importRequest, usualImport } from './logs/importing/import-request.js'
export { type ImportDoor, type SentSamples, sendSamples } from './logs/importing/send-samples.js'
export {
  IDENTITY,
  type Outside,
  outsideReason,
  outsideText,
  parseValueMap,
  type ValueMap,
  valueMapFor,
  valueMapNotes,
} from './logs/importing/value-map.js'
export { type LogSurvey, type LogWanted, surveyLog } from './logs/importing/survey-log.js'
export { toolCallsKey } from './tool-calls.js'
export { JsonObjectSplitter, type JsonPart } from './logs/inspect/inspect-files.js'
