package org.isogloss.neural.torch;

import java.util.function.Supplier;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/** Memory that libtorch holds for Java's objects. */
public final class TensorMemory {
  private TensorMemory() {}

  /** A tensor on a device; the same one if it is there. */
  public static Tensor toDevice(Device device, Tensor tensor) {
    return device.is_cpu() ? tensor : tensor.to(device, tensor.scalar_type());
  }

  /** A tensor without values on the CPU. */
  public static Tensor empty(ScalarType type, long... shape) {
    return torch.empty(shape, new TensorOptions(type), null);
  }

  /** Lets a tensor outlive the scope that it was made in; {@code close} then frees it. */
  public static Tensor retain(Tensor tensor) {
    return tensor.retainReference();
  }

  /**
   * Computes something and frees what it took on the way at once: what autograd does not need of it
   * would otherwise stay until the step ends.
   *
   * @return what was computed; it belongs to the scope around this one
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
