"""Convert a folder that train.py wrote to a GGUF file. Matrices become 16-bit floats, and vectors 32-bit floats."""

import argparse
import json
from pathlib import Path
from typing import Any

import gguf
import numpy as np
from safetensors.numpy import load_file

NAMES = {
    "model.embed_tokens.weight": "token_embd.weight",
    "model.norm.weight": "output_norm.weight",
}
LAYER_NAMES = {
    "input_layernorm": "attn_norm",
    "self_attn.q_proj": "attn_q",
    "self_attn.k_proj": "attn_k",
    "self_attn.v_proj": "attn_v",
    "self_attn.o_proj": "attn_output",
    "post_attention_layernorm": "ffn_norm",
    "mlp.gate_proj": "ffn_gate",
    "mlp.up_proj": "ffn_up",
    "mlp.down_proj": "ffn_down",
}
"""The name of each tensor of a layer in GGUF, by its name in transformers.

The names have no layer number and no ending (``weight`` or ``bias``).
"""


def gguf_name(name: str) -> str:
    """Return the name that a tensor of transformers' Qwen2 has in GGUF."""
    if name in NAMES:
        return NAMES[name]
    _, _, layer, rest = name.split(".", 3)
    module, kind = rest.rsplit(".", 1)
    return f"blk.{layer}.{LAYER_NAMES[module]}.{kind}"


def add_shape(writer: gguf.GGUFWriter, config: dict[str, Any]) -> None:
    """Add the numbers that describe the network to the GGUF file."""
    writer.add_name("tiny-toolcaller")
    writer.add_license("apache-2.0")
    writer.add_file_type(gguf.LlamaFileType.MOSTLY_F16)
    writer.add_context_length(config["max_position_embeddings"])
    writer.add_embedding_length(config["hidden_size"])
    writer.add_feed_forward_length(config["intermediate_size"])
    writer.add_block_count(config["num_hidden_layers"])
    writer.add_head_count(config["num_attention_heads"])
    writer.add_head_count_kv(config["num_key_value_heads"])
    writer.add_layer_norm_rms_eps(config["rms_norm_eps"])
    writer.add_rope_freq_base(config["rope_parameters"]["rope_theta"])


def add_tokenizer(writer: gguf.GGUFWriter, tokenizer: dict[str, Any], config: dict[str, Any]) -> None:
    """Add the vocabulary and the merges of the tokenizer to the GGUF file."""
    ids = dict(tokenizer["model"]["vocab"])
    kinds = dict.fromkeys(ids, gguf.TokenType.NORMAL)
    for token in tokenizer["added_tokens"]:
        ids[token["content"]] = token["id"]
        kinds[token["content"]] = gguf.TokenType.CONTROL if token["special"] else gguf.TokenType.USER_DEFINED
    tokens = sorted(ids, key=ids.__getitem__)
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("gpt-2")
    writer.add_token_list(tokens)
    writer.add_token_types([kinds[token] for token in tokens])
    writer.add_token_merges([" ".join(merge) for merge in tokenizer["model"]["merges"]])
    writer.add_eos_token_id(config["eos_token_id"])
    writer.add_pad_token_id(config["pad_token_id"])
    writer.add_add_bos_token(False)


def add_tensors(writer: gguf.GGUFWriter, tensors: dict[str, np.ndarray]) -> None:
    """Add the weights of the model to the GGUF file."""
    for name, tensor in tensors.items():
        writer.add_tensor(gguf_name(name), tensor.astype(np.float16 if tensor.ndim == 2 else np.float32))


def main() -> None:
    """Convert the folder that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="the folder that train.py wrote")
    parser.add_argument("file", type=Path, help="the GGUF file to write")
    options = parser.parse_args()
    config = json.loads((options.folder / "config.json").read_text(encoding="utf-8"))
    tokenizer = json.loads((options.folder / "tokenizer.json").read_text(encoding="utf-8"))
    writer = gguf.GGUFWriter(options.file, "qwen2")
    add_shape(writer, config)
    add_tokenizer(writer, tokenizer, config)
    writer.add_chat_template((options.folder / "chat_template.jinja").read_text(encoding="utf-8"))
    add_tensors(writer, load_file(options.folder / "model.safetensors"))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    print(f"{options.file}: {options.file.stat().st_size} bytes")


if __name__ == "__main__":
    main()
