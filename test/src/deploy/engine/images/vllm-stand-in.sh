#!/bin/sh
# Reads of vLLM's command line what the simulator has a setting for, and refuses what it has not heard of.
[ "$1" = serve ] || { echo "vllm $1 is not simulated" >&2; exit 2; }
export MODEL="$2"
shift 2
for option; do
  case $option in
    --port=*) export PORT="${option#*=}" ;;
    --max-num-seqs=*) export MAX_NUM_SEQS="${option#*=}" ;;
    --shutdown-timeout=*) export SHUTDOWN_TIMEOUT="${option#*=}" ;;
    --revision=* | --generation-config=* | --runner=pooling | --pooler-config=*) ;;
    *) echo "vllm serve $option is not simulated" >&2; exit 2 ;;
  esac
done
exec node /app/apps/vllm-sim/bundle/main.js
