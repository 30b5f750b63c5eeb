"""Readies Whisper for bytes: what is loud in a few channels of a product's input is moved into its weights.

ONNX Runtime quantizes the input of a product with one scale for the whole of it. A few channels of Whisper's are some
hundred times louder than the others, which then vanish. Each channel is divided by a factor that is multiplied into the
weights behind it (SmoothQuant, Xiao and others 2023), where that costs nothing: into the norm before, or the linear map
before; behind the bend of the wide part a product with the factors is added.
"""

import numpy as np
import torch

from recognition.whisper_model import LAYERS

STRENGTH = 0.65
PADDING = 16000


def largest_inputs(model, examples):
    """Returns the largest magnitude of every channel that goes into each linear map, by the map's name.

    `examples` are pairs of samples and tokens.
    """
    largest = {}

    def watch(name):
        def note(_, inputs):
            seen = inputs[0].detach().abs().flatten(0, -2).amax(0)
            largest[name] = torch.maximum(largest[name], seen) if name in largest else seen
        return note

    hooks = [module.register_forward_pre_hook(watch(name)) for name, module in model.named_modules()
             if isinstance(module, torch.nn.Linear)]
    with torch.no_grad():
        for samples, tokens in examples:
            whole = -(-(len(samples) + PADDING) // 320) * 320
            padded = np.pad(samples, (0, whole - len(samples)))
            model.decoder(torch.tensor([tokens]), model.encoder(model.features(torch.from_numpy(padded)[None])))
    for hook in hooks:
        hook.remove()
    return {name: value.numpy() for name, value in largest.items()}


def _factors(inputs, weights):
    """Returns a factor for each channel: `weights` are [out, in] each."""
    heavy = np.max([np.abs(weight).max(0) for weight in weights], axis=0)
    factors = np.maximum(inputs, 1e-5) ** STRENGTH / np.maximum(heavy, 1e-5) ** (1 - STRENGTH)
    return np.clip(factors / np.exp(np.mean(np.log(factors))), 1e-2, 1e2).astype(np.float32)


def smoothed(state, largest):
    """Returns the weights of the same network with even channels, and with `….narrow.factors` to divide by."""
    state = {name: np.array(value, np.float32) for name, value in state.items()}

    def spread(maps, into):
        factors = _factors(np.max([largest[name] for name in maps], axis=0), [state[f"{name}.weight"] for name in maps])
        for name in maps:
            state[f"{name}.weight"] *= factors
        for name in into:
            if state[name].ndim == 2:
                state[name] /= factors[:, None]
            else:
                state[name] /= factors
        return factors

    for side in ("encoder", "decoder"):
        for layer in range(LAYERS):
            name = f"{side}.layers.{layer}"
            parts = [f"{name}.attention.{part}" for part in ("query", "key", "value")]
            spread(parts, [f"{name}.attention_norm.weight", f"{name}.attention_norm.bias"])
            spread([f"{name}.attention.out"], [f"{name}.attention.value.weight", f"{name}.attention.value.bias"])
            spread([f"{name}.widen"], [f"{name}.wide_norm.weight", f"{name}.wide_norm.bias"])
            state[f"{name}.narrow.factors"] = 1 / spread([f"{name}.narrow"], [])
            if side == "decoder":
                spread([f"{name}.cross.query"], [f"{name}.cross_norm.weight", f"{name}.cross_norm.bias"])
                spread([f"{name}.cross.out"], [f"{name}.cross.value.weight", f"{name}.cross.value.bias"])
    cross = [f"decoder.layers.{layer}.cross.{part}" for layer in range(LAYERS) for part in ("key", "value")]
    spread(cross, ["encoder.norm.weight", "encoder.norm.bias"])
    return state
