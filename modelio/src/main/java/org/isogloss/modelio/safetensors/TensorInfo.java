package org.isogloss.modelio.safetensors;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What a tensor is, without its numbers.
 *
 * @param name such as {@code bert.embeddings.word_embeddings.weight}
 * @param shape its dimensions, outermost first; empty for a single number
 */
public record TensorInfo(String name, DataType type, List<Long> shape) {
  public TensorInfo {
    requireNonNull(name, "name is null");
    requireNonNull(type, "type is null");
    shape = List.copyOf(shape);
    long bytes = type.bytes();
    for (long size : shape) {
      if (size < 0) {
        throw new IllegalArgumentException("shape of " + name + " is " + shape);
      }
      bytes = Math.multiplyExact(bytes, size);
    }
  }

  public TensorInfo(String name, DataType type, long... shape) {
    this(name, type, list(shape));
  }

  private static List<Long> list(long[] shape) {
    List<Long> list = new ArrayList<>();
    for (long size : shape) {
      list.add(size);
    }
    return list;
  }

  /** How many numbers it holds. */
  public long elementCount() {
    return shape.stream().mapToLong(Long::longValue).reduce(1, Math::multiplyExact);
  }

  /** How many bytes its numbers take. */
  public long byteSize() {
    return Math.multiplyExact(elementCount(), type.bytes());
  }

  /**
   * Its size along one dimension.
   *
   * @param dimension from 0, the outermost
   */
  public int size(int dimension) {
    return Math.toIntExact(shape.get(dimension));
  }

  /** As it is written in messages: {@code F32[768, 3072]}. */
  public String describe() {
    return type + shape.stream().map(String::valueOf).collect(Collectors.joining(", ", "[", "]"));
  }
}
