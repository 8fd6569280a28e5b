"""Write model.gguf as a folder in the format of transformers, with the same weights, vocabulary and chat template.

The model is a Qwen2, but the folder describes it as a Llama. If the folder described a Qwen2, transformers would ignore
tokenizer.json, and would split text as the published Qwen2 models do. A Llama has biases in some places where a Qwen2
has none. The folder has zeros there.
"""

import argparse
import json
from pathlib import Path
from typing import Any

import gguf
import numpy as np
from safetensors.numpy import save_file
from to_gguf import LAYER_NAMES, NAMES
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers

HERE = Path(__file__).parent
ARCHITECTURE = "qwen2"
ADDED = {gguf.TokenType.CONTROL: True, gguf.TokenType.USER_DEFINED: False}
"""The kinds of tokens outside of the BPE vocabulary. The value is True if the tokens of the kind are special."""

RESPONSE_TEMPLATE = {
    "defaults": {"role": "assistant"},
    "start_anchor": "<|im_start|>assistant\n",
    "fields": {
        "tool_calls": {
            "open_pattern": r"\s*<tool_call>",
            "close": "</tool_call>",
            "repeats": True,
            "content": "json",
            "transform": {"type": "function", "function": "{content}"},
        },
        "content": {"close_pattern": r"\s*<\|im_end\|>", "content": "text"},
    },
}
"""The pattern with which transformers finds calls in the model's text. It is transformers' own pattern for a Qwen2."""


def names() -> dict[str, str]:
    """Return a mapping from the names of tensors in GGUF to their names in transformers.

    The names of tensors in a layer are given without the layer's number and without their ending (``weight`` or
    ``bias``).
    """
    layers = {short: name for name, short in LAYER_NAMES.items()}
    return {short: name for name, short in NAMES.items()} | layers


def transformers_name(name: str) -> str:
    """Return the name that a tensor of a GGUF file has in transformers."""
    known = names()
    if name in known:
        return known[name]
    _, layer, module, kind = name.split(".")
    return f"model.layers.{layer}.{known[module]}.{kind}"


def value(reader: gguf.GGUFReader, key: str) -> Any:
    """Return the value of a key in the metadata of the GGUF file."""
    field = reader.get_field(key)
    assert field is not None, key
    return field.contents()


def config(reader: gguf.GGUFReader) -> dict[str, Any]:
    """Return the content of config.json: the numbers that describe the network."""
    stated = {
        "max_position_embeddings": "context_length",
        "hidden_size": "embedding_length",
        "intermediate_size": "feed_forward_length",
        "num_hidden_layers": "block_count",
        "num_attention_heads": "attention.head_count",
        "num_key_value_heads": "attention.head_count_kv",
        "rms_norm_eps": "attention.layer_norm_rms_epsilon",
    }
    theta = value(reader, f"{ARCHITECTURE}.rope.freq_base")
    return {key: value(reader, f"{ARCHITECTURE}.{name}") for key, name in stated.items()} | {
        "architectures": ["LlamaForCausalLM"],
        "model_type": "llama",
        "attention_bias": True,
        "dtype": "float32",
        "rope_parameters": {"rope_theta": theta, "rope_type": "default"},
        "tie_word_embeddings": True,
        "vocab_size": len(value(reader, "tokenizer.ggml.tokens")),
        "bos_token_id": None,
        "eos_token_id": value(reader, "tokenizer.ggml.eos_token_id"),
        "pad_token_id": value(reader, "tokenizer.ggml.padding_token_id"),
    }


def tokenizer(reader: gguf.GGUFReader) -> Tokenizer:
    """Return the byte-level BPE tokenizer of the model."""
    tokens, kinds = value(reader, "tokenizer.ggml.tokens"), value(reader, "tokenizer.ggml.token_type")
    merges = [tuple(merge.split(" ")) for merge in value(reader, "tokenizer.ggml.merges")]
    made = Tokenizer(models.BPE({token: number for number, token in enumerate(tokens)}, merges))
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True)
    made.decoder = decoders.ByteLevel()
    for token, kind in zip(tokens, kinds, strict=True):
        if kind in ADDED:
            made.add_tokens([AddedToken(token, special=ADDED[kind], normalized=False)])
    return made


def tokenizer_config(reader: gguf.GGUFReader) -> dict[str, Any]:
    """Return the content of tokenizer_config.json."""
    tokens = value(reader, "tokenizer.ggml.tokens")
    return {
        "tokenizer_class": "PreTrainedTokenizerFast",
        "eos_token": tokens[value(reader, "tokenizer.ggml.eos_token_id")],
        "pad_token": tokens[value(reader, "tokenizer.ggml.padding_token_id")],
        "clean_up_tokenization_spaces": False,
        "response_template": RESPONSE_TEMPLATE,
    }


def weights(reader: gguf.GGUFReader) -> dict[str, np.ndarray]:
    """Return the tensors as 32-bit floats, and in addition the biases that only a Llama has, which are zeros."""
    found = {transformers_name(entry.name): np.array(entry.data, dtype=np.float32) for entry in reader.tensors}
    outputs = {name: tensor for name, tensor in found.items() if name.endswith("o_proj.weight")}
    return found | {
        name.replace(".weight", ".bias"): np.zeros(len(tensor), np.float32) for name, tensor in outputs.items()
    }


def main() -> None:
    """Convert the GGUF file that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="the folder to write")
    parser.add_argument("--file", type=Path, default=HERE / "model.gguf", help="the GGUF file to read")
    options = parser.parse_args()
    reader = gguf.GGUFReader(options.file)
    options.folder.mkdir(parents=True, exist_ok=True)
    documents = {"config.json": config(reader), "tokenizer_config.json": tokenizer_config(reader)}
    documents["generation_config.json"] = {"do_sample": False, "eos_token_id": documents["config.json"]["eos_token_id"]}
    for name, document in documents.items():
        (options.folder / name).write_text(json.dumps(document, indent=2), encoding="utf-8")
    template = value(reader, "tokenizer.chat_template")
    (options.folder / "chat_template.jinja").write_text(template, encoding="utf-8")
    tokenizer(reader).save(str(options.folder / "tokenizer.json"))
    save_file(weights(reader), options.folder / "model.safetensors", metadata={"format": "pt"})


if __name__ == "__main__":
    main()
