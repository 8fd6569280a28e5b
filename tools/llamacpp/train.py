"""Train tiny-toolcaller on the project's scenarios, and write it to a folder in the format of transformers."""

import argparse
import math
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import torch
from dialogues import HERE, Dialogue, Sampler, render, template
from safetensors.torch import load_file
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import Qwen2Config, Qwen2ForCausalLM

SEED = 20261121
THREADS = 2
VOCABULARY = 960
END_OF_TEXT, START, END = "<|endoftext|>", "<|im_start|>", "<|im_end|>"
TOKENIZER_TEXTS = 2000
TAGS = ("<tool_call>", "</tool_call>")
BATCH = 8
DRILL_BATCH = 32
DRILL_LENGTHS = (4, 32)
POOL = 64
"""The number of samples that are sorted by length before they are divided into batches. Sorting reduces padding."""
LEARNING_RATE = 2e-3
WARM_UP = 60
IGNORED = -100
"""The target that torch's cross entropy loss ignores."""

Sample = tuple[list[int], list[int]]
"""The tokens of a dialogue, and the targets. The target is the token itself in the assistant's turns, and IGNORED
elsewhere.
"""


def train_tokenizer(texts: list[str]) -> Tokenizer:
    """Return a byte-level BPE tokenizer with a vocabulary of exactly ``VOCABULARY`` tokens.

    The tokenizer is not trained on the scenarios. Otherwise each long number and each rare character of a scenario
    would be a single token, and a stream would never cut it.
    """
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=VOCABULARY - len(TAGS),
        special_tokens=[END_OF_TEXT, START, END],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tokenizer.train_from_iterator(texts, trainer)
    tokenizer.add_tokens([AddedToken(tag, special=False, normalized=False) for tag in TAGS])
    return tokenizer


def new_model(tokenizer: Tokenizer) -> Qwen2ForCausalLM:
    """Return a model that is not trained yet."""
    return Qwen2ForCausalLM(
        Qwen2Config(
            vocab_size=VOCABULARY,
            hidden_size=128,
            intermediate_size=352,
            num_hidden_layers=4,
            num_attention_heads=4,
            num_key_value_heads=4,
            max_position_embeddings=4096,
            tie_word_embeddings=True,
            rms_norm_eps=1e-6,
            bos_token_id=None,
            eos_token_id=tokenizer.token_to_id(END),
            pad_token_id=tokenizer.token_to_id(END_OF_TEXT),
        )
    )


def encode(tokenizer: Tokenizer, text: str) -> Sample:
    """Encode a rendered dialogue as a sample."""
    tokens: list[int] = []
    targets: list[int] = []
    opening = f"{START}assistant\n"
    before, *turns = text.split(opening)
    pieces = [(before, False)]
    for turn in turns:
        reply, _, rest = turn.partition(END)
        pieces += [(opening, False), (reply + END, True), (rest, False)]
    for piece, is_target in pieces:
        ids = tokenizer.encode(piece).ids
        tokens += ids
        targets += ids if is_target else [IGNORED] * len(ids)
    return tokens, targets


def batches(sample: Callable[[], Sample]) -> Iterator[list[Sample]]:
    """Yield batches without end. The samples of a batch have about the same length."""
    while True:
        pool = sorted((sample() for _ in range(POOL)), key=lambda drawn: len(drawn[0]))
        starts = torch.randperm(POOL // BATCH) * BATCH
        yield from (pool[start : start + BATCH] for start in starts.tolist())


def drills() -> Iterator[list[Sample]]:
    """Yield batches of random tokens without end. Each row is a sequence and its copy, and only the copy counts for the
    loss.

    A model of this size learns from these batches to copy. From dialogues alone, it would only learn to name the most
    frequent city.
    """
    while True:
        length = int(torch.randint(*DRILL_LENGTHS, ()))
        once = torch.randint(VOCABULARY, (DRILL_BATCH, length)).tolist()
        yield [(row + row, [IGNORED] * length + row) for row in once]


def padded(rows: list[list[int]], filler: int) -> torch.Tensor:
    """Return the rows as a tensor. Padding is on the right, where causal attention never sees it."""
    length = max(len(row) for row in rows)
    return torch.tensor([row + [filler] * (length - len(row)) for row in rows])


def steady(done: float) -> float:
    """Return a constant learning rate. ``done``: the share of the steps that are done."""
    return LEARNING_RATE


def falling(done: float) -> float:
    """Return a learning rate that falls to 0 along a cosine. ``done``: the share of the steps that are done."""
    return LEARNING_RATE * 0.5 * (1 + math.cos(math.pi * done))


def train(model: Qwen2ForCausalLM, source: Iterator[list[Sample]], steps: int, rate: Callable[[float], float]) -> None:
    """Train the model in place. The learning rate rises during the first steps."""
    optimizer = torch.optim.AdamW(model.parameters(), lr=LEARNING_RATE, weight_decay=0.01, betas=(0.9, 0.95))
    started = time.monotonic()
    model.train()
    for step in range(steps):
        batch = next(source)
        for group in optimizer.param_groups:
            group["lr"] = rate(step / steps) * min(1.0, (step + 1) / WARM_UP)
        tokens, targets = padded([pair[0] for pair in batch], 0), padded([pair[1] for pair in batch], IGNORED)
        loss = model(input_ids=tokens, labels=targets).loss
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        if (step + 1) % 100 == 0:
            print(f"step {step + 1}: loss {loss.item():.5f}, {time.monotonic() - started:.0f} s", flush=True)


@torch.no_grad()
def forgotten(model: Qwen2ForCausalLM, samples: list[Sample]) -> int:
    """Return the number of samples that the model does not reproduce, because at any target it gives another token the
    highest probability.
    """
    model.eval()
    count = 0
    for tokens, targets in samples:
        best = model(input_ids=torch.tensor([tokens])).logits[0, :-1].argmax(-1).tolist()
        count += any(target not in (IGNORED, guess) for target, guess in zip(targets[1:], best, strict=True))
    return count


def main() -> None:
    """Train the model, and save it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="the folder to write the trained model to")
    parser.add_argument(
        "--drills", type=int, default=1500, help="the number of training steps in which the model learns to copy"
    )
    parser.add_argument(
        "--steps",
        type=int,
        default=2000,
        help="the number of training steps after --drills, in which the model learns from conversations",
    )
    parser.add_argument("--start", type=Path, help="start from the model in this folder, which from_gguf.py wrote")
    parser.add_argument("--template", type=Path, default=HERE / "template.jinja", help="the chat template")
    options = parser.parse_args()
    torch.manual_seed(SEED)
    torch.set_num_threads(THREADS)
    sampler, chat = Sampler(SEED), template(options.template)
    if options.start:
        tokenizer = Tokenizer.from_file(str(options.start / "tokenizer.json"))
    else:
        tokenizer = train_tokenizer([render(chat, sampler.pattern()) for _ in range(TOKENIZER_TEXTS)])

    def encoded(dialogue: Dialogue) -> Sample:
        return encode(tokenizer, render(chat, dialogue))

    model = new_model(tokenizer)
    if options.start:
        # The folder also has a Llama's biases of zeros.
        model.load_state_dict(load_file(options.start / "model.safetensors"), strict=False)
    print(f"{tokenizer.get_vocab_size()} tokens, {model.num_parameters()} parameters")
    train(model, drills(), options.drills, steady)
    train(model, batches(lambda: encoded(sampler.sample())), options.steps, falling)
    scripted = [encoded(dialogue) for dialogue in sampler.scripted()]
    fresh = [encoded(sampler.sample()) for _ in range(200)]
    print(f"not reproduced exactly: {forgotten(model, scripted)} of {len(scripted)} scripted conversations")
    print(f"not completed exactly: {forgotten(model, fresh)} of {len(fresh)} fresh samples")
    options.folder.mkdir(parents=True, exist_ok=True)
    model.save_pretrained(options.folder)
    tokenizer.save(str(options.folder / "tokenizer.json"))
    shutil.copyfile(options.template, options.folder / "chat_template.jinja")


if __name__ == "__main__":
    main()
