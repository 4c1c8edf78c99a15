import { Module } from '@nestjs/common'
import { ApiMetrics } from './api-metrics.js'
import { MetricsController } from './metrics.controller.js'

/** This process's metrics for Prometheus. */
@Module({ controllers: [MetricsController], providers: [ApiMetrics], exports: [ApiMetrics] })
export class MetricsModule {}
