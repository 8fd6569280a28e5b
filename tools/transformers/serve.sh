#!/bin/sh
# Serves a folder of ../llamacpp/from_gguf.py with transformers, on loopback: sh serve.sh ENVIRONMENT MODEL_FOLDER PORT
# The path of the folder is the name of the model, so the folder must be called tiny-toolcaller.
set -eu
export HF_HUB_OFFLINE=1 DO_NOT_TRACK=1 OMP_NUM_THREADS=1
server=$(realpath "$1")/bin/transformers
cd "$2/.."
exec "$server" serve "$(basename "$2")" --host 127.0.0.1 --port "$3" --device cpu --dtype float32
