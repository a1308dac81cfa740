// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.torch;

import java.nio.FloatBuffer;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;

/** Converts between Java arrays and tensors. */
public final class Tensors {
  private Tensors() {}

  /** Lets a tensor outlive the scope in which it was created; {@code close} then frees it. */
  public static Tensor retain(Tensor tensor) {
    return tensor.retainReference();
  }

  /** Returns an int64 tensor on a device, which belongs to the current pointer scope. */
  public static Tensor longTensor(int[] values, Device device) {
    return TensorMemory.toDevice(device, longTensor(values));
  }

  /** Returns an int64 tensor on a device, which belongs to the current pointer scope. */
  public static Tensor longTensor(long[] values, Device device) {
    return TensorMemory.toDevice(device, Tensor.create(values));
  }

  public static Tensor longTensor(int[] values) {
    long[] wide = new long[values.length];
    for (int i = 0; i < values.length; i++) {
      wide[i] = values[i];
    }
    return Tensor.create(wide);
  }

  /** Returns the elements of a contiguous float tensor on the CPU, for access in place. */
  public static FloatBuffer floatBuffer(Tensor tensor) {
    return tensor.<FloatBuffer>createBuffer();
  }

  /** Copies the elements of a float tensor on any device, in row-major order. */
  public static float[] toArray(Tensor tensor) {
    try (Tensor flat = tensor.cpu().contiguous()) {
      float[] copy = new float[Math.toIntExact(flat.numel())];
      floatBuffer(flat).get(copy);
      return copy;
    }
  }

  public static Scalar scalar(double value) {
    return new Scalar(value);
  }
}
