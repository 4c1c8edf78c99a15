import { AnswerGradeEntity } from './answer-grade.js'
import { ApiKeyEntity } from './api-key.js'
import { AuditEntity } from './audit.js'
import { BenchmarkEntity } from './benchmark.js'
import { CallEntity } from './call.js'
import { CallLedgerEntity } from './call-ledger.js'
import { DeliveryEntity } from './delivery.js'
import { EvaluationEntity } from './evaluation.js'
import { EvaluationEventEntity } from './evaluation-event.js'
import { GoldEntity } from './gold.js'
import { LiveFiguresEntity } from './live-figures.js'
import { MethodCallsEntity } from './method-calls.js'
import { PoolEntity } from './pool.js'
import { ProgressEntity } from './progress.js'
import { QuestionEntity } from './question.js'
import { RankingEntity } from './ranking.js'
import { RankingOrderEntity } from './ranking-order.js'
import { RegradeEntity } from './regrade.js'
import { RegradeFlipEntity } from './regrade-flip.js'
import { RegradedSampleEntity } from './regraded-sample.js'
import { SampleEntity } from './sample.js'
import { SampleBodyEntity } from './sample-body.js'
import { SessionEntity } from './session.js'
import { SpendingEntity } from './spending.js'
import { StandingEntity } from './standing.js'
import { StorageEntity } from './storage.js'
import { TeamEntity } from './team.js'
import { TrialEntity } from './trial.js'
import { TurnEntity } from './turn.js'
import { UsageEntity } from './usage.js'
import { VerdictEntity } from './verdict.js'
import { WebhookEntity } from './webhook.js'
import { WorkerEntity } from './worker.js'

/** Every table that has an entity. Those that have none are named, with a reason, in the test that compares entities with migrations. */
export const ENTITIES = [
  AnswerGradeEntity,
  ApiKeyEntity,
  AuditEntity,
  BenchmarkEntity,
  CallEntity,
  CallLedgerEntity,
  DeliveryEntity,
  EvaluationEntity,
  EvaluationEventEntity,
  GoldEntity,
  LiveFiguresEntity,
  MethodCallsEntity,
  PoolEntity,
  ProgressEntity,
  QuestionEntity,
  RankingEntity,
  RankingOrderEntity,
  RegradeEntity,
  RegradeFlipEntity,
  RegradedSampleEntity,
  SampleEntity,
  SampleBodyEntity,
  SessionEntity,
  SpendingEntity,
  StandingEntity,
  StorageEntity,
  TeamEntity,
  TrialEntity,
  TurnEntity,
  UsageEntity,
  VerdictEntity,
  WebhookEntity,
  WorkerEntity,
]
