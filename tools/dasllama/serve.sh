#!/bin/sh
# Serves a GGUF file with dasllama, on loopback: sh serve.sh ENVIRONMENT MODEL.gguf PORT
set -eu
config=$(mktemp)
printf '[[models]]\nname = "tiny-toolcaller"\npath = "%s"\ndefault = true\n' "$(realpath "$2")" > "$config"
exec "$1/bin/dasllama-server" --config "$config" --host 127.0.0.1 --port "$3" \
    --quant fp32 --kv-dtype f32 --ctx 4096 --streams 1 --threads 1 --gpu off
