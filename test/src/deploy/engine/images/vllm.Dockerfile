# Stands in for vLLM's image where there is no GPU: the simulator, under vLLM's own command line.
ARG SIMULATOR
FROM ${SIMULATOR}
COPY vllm-stand-in.sh /usr/local/bin/vllm
