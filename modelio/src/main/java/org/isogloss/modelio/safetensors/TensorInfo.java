// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.safetensors;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The name, type and shape of a tensor.
 *
 * @param name the name, such as {@code bert.embeddings.word_embeddings.weight}
 * @param shape the dimensions, outermost first; empty for a scalar
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

  /** Returns the number of elements. */
  public long elementCount() {
    return shape.stream().mapToLong(Long::longValue).reduce(1, Math::multiplyExact);
  }

  /** Returns the size of all elements in bytes. */
  public long byteSize() {
    return Math.multiplyExact(elementCount(), type.bytes());
  }

  /**
   * Returns the size of one dimension.
   *
   * @param dimension index of the dimension, 0 is the outermost
   */
  public int size(int dimension) {
    return Math.toIntExact(shape.get(dimension));
  }

  /** Returns the form used in messages, such as {@code F32[768, 3072]}. */
  public String describe() {
    return type + shape.stream().map(String::valueOf).collect(Collectors.joining(", ", "[", "]"));
  }
}
