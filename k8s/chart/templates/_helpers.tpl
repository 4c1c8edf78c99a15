{{- define "labels" -}}
app.kubernetes.io/name: {{ .name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/part-of: cges-fleet
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end -}}
{{- define "selector" -}}
app.kubernetes.io/name: {{ .name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
{{- end -}}
{{- define "image" -}}
{{ printf "%s/%s:%s" (required "set images.registry to where the images are, such as registry.example.org/cges-fleet" .root.Values.images.registry) .name (.root.Values.images.tag | default .root.Chart.AppVersion) }}
{{- end -}}
{{- define "pod" -}}
serviceAccountName: cges-fleet
automountServiceAccountToken: false
securityContext:
  runAsNonRoot: true
  runAsUser: 65532
  runAsGroup: 65532
  fsGroup: 65532
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.images.pullSecrets }}
imagePullSecrets: {{ toJson . }}
{{- end }}
{{- end -}}
{{- define "spread" -}}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector: { matchLabels: {{ include "selector" . | fromYaml | toJson }} }
{{- with .root.Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- end -}}
{{- define "confined" -}}
{ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: [ALL] } }
{{- end -}}
{{- define "stores" -}}
- name: DATABASE_URL
  valueFrom: { secretKeyRef: { name: stores-{{ . }}, key: database-url } }
- name: REDIS_URL
  valueFrom: { secretKeyRef: { name: stores-{{ . }}, key: redis-url } }
{{- end -}}
{{- define "traces" -}}
{{- with .Values.tracing.endpoint }}
- { name: OTEL_EXPORTER_OTLP_ENDPOINT, value: {{ quote . }} }
{{- end }}
{{- end -}}
{{- define "metricsToken" -}}
{{- if .Values.monitoring.enabled }}
- { name: METRICS_TOKEN_FILE, value: /etc/cges-fleet/metrics/token }
{{- end }}
{{- end -}}
{{- define "downloads" -}}
{{- $to := list }}{{ range .Values.network.downloads.blocks }}{{ $to = append $to (dict "ipBlock" (dict "cidr" .)) }}{{ end }}
{{- $ports := list }}{{ range .Values.network.downloads.ports }}{{ $ports = append $ports (dict "port" (int .) "protocol" "TCP") }}{{ end }}
{{- toJson (dict "to" $to "ports" $ports) }}
{{- end -}}
{{- define "env" -}}
{{- range $name, $value := . }}
- { name: {{ $name }}, value: {{ quote $value }} }
{{- end }}
{{- end -}}
{{- define "rollout" -}}
revisionHistoryLimit: 3
strategy: { type: RollingUpdate, rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } }
{{- end -}}
{{- define "asks" -}}
readinessProbe: { httpGet: { path: {{ .ready }}, port: {{ .port }} }, periodSeconds: 5, timeoutSeconds: 4 }
livenessProbe: { httpGet: { path: {{ .health }}, port: {{ .port }} }, periodSeconds: 10, timeoutSeconds: 5, failureThreshold: 6 }
{{- end -}}

{{- /* An authority that processes trust beside the public ones. */ -}}
{{- define "authority.env" -}}
{{- if .Values.certificateAuthority }}
- { name: NODE_EXTRA_CA_CERTS, value: /etc/cges-fleet/authority/ca.crt }
{{- end }}
{{- end -}}
{{- define "authority.mount" -}}
{{- if .Values.certificateAuthority }}
- { name: authority, mountPath: /etc/cges-fleet/authority, readOnly: true }
{{- end }}
{{- end -}}
{{- define "authority.volume" -}}
{{- with .Values.certificateAuthority }}
- { name: authority, configMap: { name: {{ . }} } }
{{- end }}
{{- end -}}
