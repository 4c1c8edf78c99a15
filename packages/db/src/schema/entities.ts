import { BenchmarkEntity, GoldEntity, QuestionEntity } from './benchmark.js'
import { ChatReplyEntity, ChatRequestEntity, KeptRequestEntity, RequestAuditEntity } from './chat.js'
import { CallEntity, CallLedgerEntity, RankingEntity, RankingOrderEntity } from './call.js'
import { EvaluationEntity, EvaluationEventEntity, ProgressEntity } from './evaluation.js'
import { QuestionCommentEntity } from './comment.js'
import { ApiKeyEntity, AuditEntity, SessionEntity, TeamEntity, UsedOnceEntity } from './identity.js'
import { GroupRoleEntity, MembershipEntity, PersonEntity } from './people.js'
import { ReservationEntity, SpendingEntity, StorageEntity, TurnEntity, UsageEntity } from './limits.js'
import { PoolEntity, WorkerEntity } from './pool.js'
import { AnswerGradeEntity, RegradedSampleEntity, RegradeEntity, RegradeFlipEntity } from './regrade.js'
import { SampleBodyEntity, SampleEntity } from './sample.js'
import { SavedComparisonEntity, ShareLinkEntity } from './sharing.js'
import {
  LiveCountsEntity,
  MethodCallsEntity,
  PrefixOutcomeEntity,
  StandingEntity,
  TrialEntity,
  VerdictEntity,
} from './trial.js'
import { DeliveryEntity, WebhookEntity, WebhookTestEntity } from './webhook.js'

/** Every table that has an entity. Those that have none are named, with a reason, in the test that compares entities with migrations. */
export const ENTITIES = [
  AnswerGradeEntity,
  ApiKeyEntity,
  AuditEntity,
  BenchmarkEntity,
  CallEntity,
  CallLedgerEntity,
  ChatReplyEntity,
  ChatRequestEntity,
  DeliveryEntity,
  EvaluationEntity,
  EvaluationEventEntity,
  GoldEntity,
  GroupRoleEntity,
  KeptRequestEntity,
  LiveCountsEntity,
  MembershipEntity,
  MethodCallsEntity,
  PersonEntity,
  PoolEntity,
  PrefixOutcomeEntity,
  ProgressEntity,
  QuestionCommentEntity,
  QuestionEntity,
  RankingEntity,
  RankingOrderEntity,
  RegradeEntity,
  RegradeFlipEntity,
  RegradedSampleEntity,
  RequestAuditEntity,
  ReservationEntity,
  SampleEntity,
  SampleBodyEntity,
  SavedComparisonEntity,
  SessionEntity,
  ShareLinkEntity,
  SpendingEntity,
  StandingEntity,
  StorageEntity,
  TeamEntity,
  TrialEntity,
  TurnEntity,
  UsageEntity,
  UsedOnceEntity,
  VerdictEntity,
  WebhookEntity,
  WebhookTestEntity,
  WorkerEntity,
]
