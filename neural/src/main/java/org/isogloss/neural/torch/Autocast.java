// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.torch;

import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.DeviceType;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * While it is open, matrix products of this thread are computed in bfloat16: 8 bits of exponent, 7
 * of fraction. Weights and sums stay in single precision. It should enclose the computation of a
 * loss only; {@code backward} follows automatically.
 *
 * <pre>{@code
 * Tensor loss;
 * try (Autocast on = Autocast.bfloat16(transformer.device())) {
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
    // A cache would keep a copy of every weight until it is cleared, and accumulate gradients in
    // it.
    torch.set_autocast_cache_enabled(false);
    torch.set_autocast_enabled(device, true);
  }

  /** Enables it for computations on a device. */
  public static Autocast bfloat16(Device device) {
    return new Autocast(device.type());
  }

  /** Restores the previous state. */
  @Override
  public void close() {
    torch.set_autocast_enabled(device, previouslyEnabled);
    torch.set_autocast_dtype(device, previousType);
    torch.set_autocast_cache_enabled(previousCacheEnabled);
  }
}
