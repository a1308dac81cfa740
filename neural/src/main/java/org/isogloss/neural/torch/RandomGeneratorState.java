// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.torch;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.Generator;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.neural.TrainingException;

/**
 * The state of the random number generator of a device, from which dropout draws, for example. A
 * saved state lets another process continue the sequence, or the same process draw the same numbers
 * again.
 */
public final class RandomGeneratorState {
  private final String device;

  /**
   * Creates an object for the generator of a device.
   *
   * @param device {@code cpu}, {@code cuda} or {@code cuda:N}
   */
  public RandomGeneratorState(String device) {
    this.device = requireNonNull(device, "device is null");
  }

  private Generator generator() {
    return device.equals("cpu")
        ? torch.getDefaultCPUGenerator()
        : torch.globalContext().defaultGenerator(new Device(device));
  }

  /** Returns the state: its length in bytes, then eight of its bytes in each number. */
  // The scope frees the tensors created inside it.
  @SuppressWarnings("try")
  public long[] save() {
    try (PointerScope scope = new PointerScope()) {
      Tensor state = generator().get_state();
      byte[] bytes = new byte[Math.toIntExact(state.numel())];
      state.<ByteBuffer>createBuffer().get(bytes);
      ByteBuffer padded = ByteBuffer.wrap(Arrays.copyOf(bytes, (bytes.length + 7) / 8 * 8));
      long[] saved = new long[1 + padded.capacity() / 8];
      saved[0] = bytes.length;
      for (int i = 1; i < saved.length; i++) {
        saved[i] = padded.getLong();
      }
      return saved;
    }
  }

  /**
   * Restores a state that {@link #save} returned.
   *
   * @throws TrainingException if the state is damaged, or belongs to a generator of another type
   */
  // The scope frees the tensors created inside it.
  @SuppressWarnings("try")
  public void restore(long[] saved) {
    if (saved.length == 0 || saved[0] < 0 || saved.length != 1 + (saved[0] + 7) / 8) {
      throw new TrainingException(
          "the saved random state has "
              + saved.length
              + " numbers, which does not match the length stored in it: train again from the"
              + " start");
    }
    ByteBuffer padded = ByteBuffer.allocate((saved.length - 1) * 8);
    for (int i = 1; i < saved.length; i++) {
      padded.putLong(saved[i]);
    }
    try (PointerScope scope = new PointerScope()) {
      Tensor state = generator().get_state();
      if (state.numel() != saved[0]) {
        throw new TrainingException(
            "the saved random state has "
                + saved[0]
                + " bytes, but the random state of "
                + device
                + " has "
                + state.numel()
                + ": resume with the version and on the device that saved it");
      }
      state.<ByteBuffer>createBuffer().put(padded.array(), 0, Math.toIntExact(saved[0]));
      generator().set_state(state);
    }
  }
}
