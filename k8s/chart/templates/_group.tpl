{{- /* An engine over several nodes: the leader has its first rank and the worker, the others one rank more each. */ -}}
{{- define "worker.group" -}}
{{- $pool := .pool }}
{{- $engine := $pool.engine -}}
apiVersion: leaderworkerset.x-k8s.io/v1
kind: LeaderWorkerSet
metadata:
  name: worker-{{ $pool.name }}
  labels:
    {{- with $pool.queue }}
    kueue.x-k8s.io/queue-name: {{ . }}
    {{- end }}
    cges-fleet/pool: {{ $pool.name }}
    {{- include "labels" .of | nindent 4 }}
spec:
  {{- if not $pool.autoscale.enabled }}
  replicas: {{ $pool.replicas | default 1 }}
  {{- end }}
  # The leader is ready only once all ranks have joined it.
  startupPolicy: LeaderCreated
  rolloutStrategy: { type: RollingUpdate, rollingUpdateConfiguration: { maxSurge: 0, maxUnavailable: 1 } }
  leaderWorkerTemplate:
    size: {{ $engine.nodes }}
    # An engine that lost a rank serves nothing more.
    restartPolicy: RecreateGroupOnPodRestart
    leaderTemplate:
      {{- include "worker.template" . | nindent 6 }}
    workerTemplate:
      {{- include "rank.template" . | nindent 6 }}
{{- end -}}
{{- define "rank.template" -}}
{{- $pool := .pool }}
{{- $engine := $pool.engine -}}
metadata:
  labels:
    {{- with $pool.labels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
    cges-fleet/pool: {{ $pool.name }}
    {{- include "labels" (dict "root" .root "name" "rank") | nindent 4 }}
spec:
  {{- include "pod" .root | nindent 2 }}
  terminationGracePeriodSeconds: 60
  {{- with $pool.priorityClassName }}
  priorityClassName: {{ . }}
  {{- end }}
  {{- include "gpu.nodes" $pool | nindent 2 }}
  containers:
    - name: engine
      image: {{ $engine.image }}
      command: [vllm, serve]
      args:
        {{- include "engine.args" (dict "pool" $pool "rank" "$(LWS_WORKER_INDEX)") | nindent 8 }}
        - --headless
      {{- include "engine.container" (dict "claim" .claim "gpus" $engine.gpus "resources" $engine.resources "env" $engine.env) | nindent 6 }}
  volumes:
    {{- include "engine.volumes" .claim | nindent 4 }}
{{- end -}}
{{- define "gpu.nodes" -}}
nodeSelector: {{ merge (dict "nvidia.com/gpu.present" "true") .nodeSelector | toJson }}
tolerations: {{ prepend .tolerations (dict "key" "nvidia.com/gpu" "operator" "Exists" "effect" "NoSchedule") | toJson }}
{{- with .runtimeClassName }}
runtimeClassName: {{ . }}
{{- end }}
{{- end -}}
{{- define "engine.volumes" -}}
- { name: engine-tmp, emptyDir: { sizeLimit: 8Gi } }
- { name: shm, emptyDir: { medium: Memory, sizeLimit: 2Gi } }
{{- if . }}
- { name: models, persistentVolumeClaim: { claimName: {{ . }} } }
{{- else }}
- { name: models, emptyDir: {} }
{{- end }}
{{- end -}}
