{{- /* The pod of a worker and its engine: of a Deployment, or the leader of an engine over several nodes. */ -}}
{{- define "worker.template" -}}
{{- $ := .root }}
{{- $pool := .pool }}
{{- $of := .of }}
{{- $engine := $pool.engine }}
{{- $simulated := .simulated }}
{{- $server := .server }}
{{- $reward := .reward }}
{{- $scorer := dig "stepScorer" "image" "" $pool }}
{{- $claim := .claim }}
{{- $key := $engine.keySecret }}
{{- if $server }}{{ $key = dig "keySecret" "" $server }}{{ end }}
{{- $onGpu := and (not $simulated) (or (not $server) $reward $scorer) -}}
metadata:
  labels:
    {{- with $pool.labels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
    cges-fleet/stores: client
    cges-fleet/pool: {{ $pool.name }}
    {{- include "labels" $of | nindent 4 }}
spec:
  {{- include "pod" $ | nindent 2 }}
  # The soft budget for requests in flight (DRAIN_MS), and a minute to hand the rest back.
  terminationGracePeriodSeconds: {{ add $pool.drainSeconds 60 }}
  {{- with $pool.priorityClassName }}
  priorityClassName: {{ . }}
  {{- end }}
  {{- if $onGpu }}
  {{- include "gpu.nodes" $pool | nindent 2 }}
  {{- end }}
  {{- if or $simulated $onGpu }}
  initContainers:
    {{- if not $server }}
    # A native sidecar: the worker starts once the model is loaded, and stops before its server does.
    - name: engine
      {{- if $simulated }}
      image: {{ include "image" (dict "root" $ "name" "vllm-sim") }}
      env:
        - { name: MODEL, value: {{ quote $pool.model }} }
        - { name: MAX_NUM_SEQS, value: {{ quote $pool.concurrency }} }
        {{- include "engine.key" (dict "name" "API_KEY" "secret" $engine.keySecret) | nindent 8 }}
      resources: { requests: { cpu: 200m, memory: 128Mi }, limits: { memory: 256Mi } }
      securityContext: {{ include "confined" $ }}
      volumeMounts: [{ name: tmp, mountPath: /tmp }]
      {{- else }}
      image: {{ $engine.image }}
      command: [vllm, serve]
      args:
        {{- include "engine.args" (dict "pool" $pool "rank" "0") | nindent 8 }}
      {{- include "engine.container" (dict "claim" $claim "gpus" $engine.gpus "resources" $engine.resources "env" $engine.env "key" $engine.keySecret) | nindent 6 }}
      {{- end }}
      {{- include "engine.probes" (dict "port" "engine" "number" 8000 "start" $engine.startSeconds) | nindent 6 }}
    {{- end }}
    {{- if $reward }}
    - name: reward
      image: {{ $engine.image }}
      command: [vllm, serve]
      args:
        - {{ quote $reward }}
        - --revision={{ $pool.reward.revision }}
        - --port=8001
        - --runner=pooling
        - {{ printf "--pooler-config={\"pooling_type\": \"STEP\", \"step_tag_id\": %d}" (int (dig "stepTag" 151651 $pool.reward)) | quote }}
        {{- range dig "args" (list) $pool.reward }}
        - {{ quote . }}
        {{- end }}
      {{- include "engine.container" (dict "claim" $claim "gpus" (dig "gpus" 1 $pool.reward) "resources" (dig "resources" $engine.resources $pool.reward) "env" $engine.env) | nindent 6 }}
      {{- include "engine.probes" (dict "port" "reward" "number" 8001 "start" $engine.startSeconds) | nindent 6 }}
    {{- end }}
    {{- if $scorer }}
    - name: step-scorer
      image: {{ $scorer }}
      {{- with dig "args" (list) $pool.stepScorer }}
      args: {{ toJson . }}
      {{- end }}
      {{- include "engine.container" (dict "claim" $claim "gpus" (dig "gpus" 1 $pool.stepScorer) "resources" (dig "resources" $engine.resources $pool.stepScorer) "env" $engine.env) | nindent 6 }}
      {{- include "engine.probes" (dict "port" "step-scorer" "number" 8002 "path" "/scorer" "start" $engine.startSeconds) | nindent 6 }}
    {{- end }}
  {{- end }}
  containers:
    - name: worker
      image: {{ include "image" $of }}
      env:
        {{- include "stores" "worker" | nindent 8 }}
        - { name: POOL, value: {{ quote $pool.name }} }
        - { name: MODEL_SERVER_URL, value: '{{ if $server }}{{ $server.url }}{{ else }}http://127.0.0.1:8000{{ end }}' }
        - { name: WORKER_CONCURRENCY, value: {{ quote $pool.concurrency }} }
        - { name: DRAIN_MS, value: {{ mul $pool.drainSeconds 1000 | quote }} }
        {{- if $server }}
        {{- if not (hasKey $pool.env "MODEL_NAME") }}
        - { name: MODEL_NAME, value: {{ quote $pool.model }} }
        {{- end }}
        {{- with $pool.revision }}
        - { name: MODEL_REVISION, value: {{ quote . }} }
        {{- end }}
        - { name: GPUS, value: {{ dig "gpus" 1 $server | quote }} }
        {{- else if not $simulated }}
        # What the pool promises and what its time counts as: the engine's --revision and its GPUs.
        - { name: MODEL_REVISION, value: {{ quote $pool.revision }} }
        - { name: GPUS, value: {{ mul $engine.gpus $engine.nodes | quote }} }
        {{- end }}
        {{- if $reward }}
        - { name: REWARD_SERVER_URL, value: 'http://127.0.0.1:8001' }
        {{- end }}
        {{- if $scorer }}
        - { name: STEP_SCORER_URL, value: 'http://127.0.0.1:8002' }
        {{- end }}
        {{- if $key }}
        - { name: MODEL_SERVER_KEY_FILE, value: /etc/cges-fleet/engine/token }
        {{- end }}
        - name: WORKER_NAME
          valueFrom: { fieldRef: { fieldPath: metadata.name } }
        {{- include "traces" $ | nindent 8 }}
        {{- include "authority.env" $ | nindent 8 }}
        {{- include "metricsToken" $ | nindent 8 }}
        {{- include "env" $pool.env | nindent 8 }}
      ports: [{ name: metrics, containerPort: 9464 }]
      {{- include "asks" (dict "port" "metrics" "ready" "/ready" "health" "/health") | nindent 6 }}
      resources: {{ toJson $pool.workerResources }}
      securityContext: {{ include "confined" $ }}
      volumeMounts:
        - { name: tmp, mountPath: /tmp }
        {{- include "authority.mount" $ | nindent 8 }}
        {{- if $.Values.monitoring.enabled }}
        - { name: metrics-token, mountPath: /etc/cges-fleet/metrics, readOnly: true }
        {{- end }}
        {{- if $key }}
        - { name: engine-key, mountPath: /etc/cges-fleet/engine, readOnly: true }
        {{- end }}
  volumes:
    - { name: tmp, emptyDir: { sizeLimit: 64Mi } }
    {{- include "authority.volume" $ | nindent 4 }}
    {{- if $onGpu }}
    {{- include "engine.volumes" $claim | nindent 4 }}
    {{- end }}
    {{- if $.Values.monitoring.enabled }}
    - { name: metrics-token, secret: { secretName: metrics } }
    {{- end }}
    {{- with $key }}
    - { name: engine-key, secret: { secretName: {{ . }} } }
    {{- end }}
{{- end -}}
{{- define "engine.probes" -}}
{{- $path := dig "path" "/health" . -}}
restartPolicy: Always
ports: [{ name: {{ .port }}, containerPort: {{ .number }} }]
startupProbe: { httpGet: { path: {{ $path }}, port: {{ .port }} }, periodSeconds: 10, timeoutSeconds: 5, failureThreshold: {{ div .start 10 }} }
readinessProbe: { httpGet: { path: {{ $path }}, port: {{ .port }} }, periodSeconds: 5, timeoutSeconds: 2, failureThreshold: 2 }
livenessProbe: { httpGet: { path: {{ $path }}, port: {{ .port }} }, periodSeconds: 10, timeoutSeconds: 5, failureThreshold: 6 }
{{- end -}}
{{- define "engine.key" -}}
{{- if .secret }}
- name: {{ .name }}
  valueFrom: { secretKeyRef: { name: {{ .secret }}, key: token } }
{{- end }}
{{- end -}}
{{- define "engine.container" -}}
env:
  # An unnumbered home would be /, which is not writable.
  - { name: HOME, value: /tmp }
  - { name: USER, value: vllm }
  - { name: HF_HOME, value: /models }
  - { name: VLLM_CACHE_ROOT, value: /models/vllm }
  - { name: TORCHINDUCTOR_CACHE_DIR, value: /tmp/inductor }
  - { name: TRITON_CACHE_DIR, value: /tmp/triton }
  - name: HF_TOKEN
    valueFrom: { secretKeyRef: { name: hugging-face, key: token, optional: true } }
  {{- include "engine.key" (dict "name" "VLLM_API_KEY" "secret" .key) | nindent 2 }}
  {{- include "env" .env | nindent 2 }}
# The hook that gives a container its GPU writes to the root.
securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: false, capabilities: { drop: [ALL] } }
{{- $gpus := dict "nvidia.com/gpu" (toString .gpus) }}
resources:
  requests: {{ merge (deepCopy .resources.requests) $gpus | toJson }}
  limits: {{ merge (deepCopy .resources.limits) $gpus | toJson }}
volumeMounts:
  - { name: engine-tmp, mountPath: /tmp }
  - { name: models, mountPath: /models }
  - { name: shm, mountPath: /dev/shm }
{{- end -}}
{{- /* What an engine is told; the same on each of its nodes but for the rank. */ -}}
{{- define "engine.args" -}}
{{- $engine := .pool.engine -}}
- {{ quote .pool.model }}
- --revision={{ .pool.revision }}
- --port=8000
- --max-num-seqs={{ .pool.concurrency }}
- --tensor-parallel-size={{ $engine.gpus }}
{{- if gt (int $engine.nodes) 1 }}
- --pipeline-parallel-size={{ $engine.nodes }}
- --distributed-executor-backend=mp
- --nnodes={{ $engine.nodes }}
- --node-rank={{ .rank }}
- --master-addr=$(LWS_LEADER_ADDRESS)
{{- end }}
- --generation-config=vllm
- --shutdown-timeout=20
- --max-num-queued-reqs={{ mul 2 .pool.concurrency }}
{{- range $engine.args }}
- {{ quote . }}
{{- end }}
{{- end -}}
