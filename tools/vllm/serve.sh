#!/bin/sh
# Serves a folder of ../llamacpp/from_gguf.py with vLLM, on loopback: sh serve.sh ENVIRONMENT MODEL_FOLDER PORT
set -eu
export HF_HUB_OFFLINE=1 VLLM_NO_USAGE_STATS=1 DO_NOT_TRACK=1
export VLLM_CPU_KVCACHE_SPACE=1 OMP_NUM_THREADS=1 TORCHDYNAMO_DISABLE=1
export PATH="$1/bin:$PATH"
exec vllm serve "$2" --served-model-name tiny-toolcaller --host 127.0.0.1 --port "$3" \
    --dtype float32 --max-model-len 4096 --enforce-eager --override-generation-config '{"temperature": 0}' \
    --enable-auto-tool-choice --tool-call-parser hermes
