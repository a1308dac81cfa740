// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.torch;

import java.util.function.Supplier;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.DeviceType;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Computes the matrix products of the current thread in bfloat16 (8 bits of exponent, 7 of
 * fraction) until it is closed. Weights and sums over them stay in single precision. Only the
 * computation of the loss belongs in it; {@code backward} uses the same precision by itself.
 *
 * <pre>{@code
 * Tensor loss;
 * try (Autocast autocast = Autocast.bfloat16(transformer.device())) {
 *   loss = classifier.loss(classifier.logits(transformer.forward(batch)), labels);
 * }
 * loss.backward();
 * }</pre>
 */
public final class Autocast implements AutoCloseable {
  private final DeviceType device;
  private final boolean previouslyEnabled;
  private final ScalarType previousType;
  private final boolean previousCacheEnabled;

  private Autocast(DeviceType device) {
    this.device = device;
    this.previouslyEnabled = torch.is_autocast_enabled(device);
    this.previousType = torch.get_autocast_dtype(device);
    this.previousCacheEnabled = torch.is_autocast_cache_enabled();
    torch.set_autocast_dtype(device, ScalarType.BFloat16);
    // A cache would keep a copy of every weight until it is cleared, and sum gradients in it.
    torch.set_autocast_cache_enabled(false);
    torch.set_autocast_enabled(device, true);
  }

  /** Enables bfloat16 for computations on devices of the same type as {@code device}. */
  public static Autocast bfloat16(Device device) {
    return new Autocast(device.type());
  }

  /**
   * Computes tensors in bfloat16, or as usual.
   *
   * @param bf16 whether to use bfloat16
   */
  public static <T> T compute(boolean bf16, Device device, Supplier<T> computation) {
    if (!bf16) {
      return computation.get();
    }
    Autocast autocast = bfloat16(device);
    try {
      return computation.get();
    } finally {
      autocast.close();
    }
  }

  /** Restores the previous settings. */
  @Override
  public void close() {
    torch.set_autocast_enabled(device, previouslyEnabled);
    torch.set_autocast_dtype(device, previousType);
    torch.set_autocast_cache_enabled(previousCacheEnabled);
  }
}
