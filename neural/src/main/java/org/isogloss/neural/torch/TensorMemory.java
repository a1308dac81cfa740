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

/** Controls the native memory of tensors. */
public final class TensorMemory {
  private TensorMemory() {}

  /** Copies a tensor to a device; returns the same tensor if the device is the CPU. */
  public static Tensor toDevice(Device device, Tensor tensor) {
    return device.is_cpu() ? tensor : tensor.to(device, tensor.scalar_type());
  }

  /** Creates an uninitialised tensor on the CPU. */
  public static Tensor empty(ScalarType type, long... shape) {
    return torch.empty(shape, new TensorOptions(type), null);
  }

  /** Lets a tensor outlive the scope in which it was created; {@code close} then frees it. */
  public static Tensor retain(Tensor tensor) {
    return tensor.retainReference();
  }

  /**
   * Computes a tensor and frees the intermediate results immediately. Otherwise, even those that
   * autograd does not need would be kept until the end of the step.
   *
   * @return the computed tensor, which belongs to the enclosing scope
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
