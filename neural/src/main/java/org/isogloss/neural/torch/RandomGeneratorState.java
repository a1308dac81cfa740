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
 * The state of the generator that random numbers on a device come from, dropout's for instance: to
 * go on with them in another process, or to draw the same ones again.
 */
public final class RandomGeneratorState {
  private final String device;

  /**
   * The generator of a device.
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

  /** Its state: the number of its bytes, then eight of them in each number. */
  // The scope frees what is made inside it.
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

  /** Brings a state back that {@link #save} gave. */
  // The scope frees what is made inside it.
  @SuppressWarnings("try")
  public void restore(long[] saved) {
    if (saved.length == 0 || saved[0] < 0 || saved.length != 1 + (saved[0] + 7) / 8) {
      throw new TrainingException(
          "the random state saved has "
              + saved.length
              + " numbers, which is not what was saved: train again from the start");
    }
    ByteBuffer padded = ByteBuffer.allocate((saved.length - 1) * 8);
    for (int i = 1; i < saved.length; i++) {
      padded.putLong(saved[i]);
    }
    try (PointerScope scope = new PointerScope()) {
      Tensor state = generator().get_state();
      if (state.numel() != saved[0]) {
        throw new TrainingException(
            "the random state saved has "
                + saved[0]
                + " bytes, but that of "
                + device
                + " has "
                + state.numel()
                + ": go on with the version and on the device that wrote it");
      }
      state.<ByteBuffer>createBuffer().put(padded.array(), 0, Math.toIntExact(saved[0]));
      generator().set_state(state);
    }
  }
}
