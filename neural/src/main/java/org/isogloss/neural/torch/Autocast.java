package org.isogloss.neural.torch;

import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.DeviceType;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * While it is open, this thread's matrix products are computed in brain floating point: 8 bits of
 * exponent, 7 of fraction. Weights and sums over them stay in single precision. Only what computes
 * a loss belongs into it; {@code backward} follows by itself.
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
    // A cache would keep a copy of every weight until somebody clears it, and sum gradients in it.
    torch.set_autocast_cache_enabled(false);
    torch.set_autocast_enabled(device, true);
  }

  /** Switches it on, for what is computed on such a device. */
  public static Autocast bfloat16(Device device) {
    return new Autocast(device.type());
  }

  /** Puts everything back as it was. */
  @Override
  public void close() {
    torch.set_autocast_enabled(device, previouslyEnabled);
    torch.set_autocast_dtype(device, previousType);
    torch.set_autocast_cache_enabled(previousCacheEnabled);
  }
}
