// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.torch;

import java.util.function.Supplier;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/** Native memory of libtorch's objects. */
public final class TensorMemory {
  private TensorMemory() {}

  /** Returns a tensor on a device; the same one if it is already there. */
  public static Tensor toDevice(Device device, Tensor tensor) {
    return device.is_cpu() ? tensor : tensor.to(device, tensor.scalar_type());
  }

  /** Returns an empty tensor on the CPU. */
  public static Tensor empty(ScalarType type, long... shape) {
    return torch.empty(shape, new TensorOptions(type), null);
  }

  /** Lets a tensor outlive the scope in which it was created; {@code close} then frees it. */
  public static Tensor retain(Tensor tensor) {
    return tensor.retainReference();
  }

  /**
   * Computes a tensor and frees intermediate results at once, except those that autograd needs;
   * otherwise they would stay until the step ends.
   *
   * @return the result, which belongs to the enclosing scope
   */
  public static Tensor freeingIntermediates(Supplier<Tensor> computation) {
    PointerScope outer = PointerScope.getInnerScope();
    try (PointerScope inner = new PointerScope()) {
      Tensor result = computation.get();
      if (outer == null) {
        inner.detach(result.retainReference());
      } else {
        outer.attach(result);
      }
      return result;
    }
  }
}
