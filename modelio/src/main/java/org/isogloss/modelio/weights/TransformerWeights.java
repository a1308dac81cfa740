// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.weights;

import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isogloss.core.util.Excerpt;
import org.isogloss.core.util.NameSuggestions;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.safetensors.DataType;
import org.isogloss.modelio.safetensors.Safetensors;
import org.isogloss.modelio.safetensors.TensorInfo;
import org.isogloss.modelio.safetensors.WeightValidator;

/**
 * The weights of a transformer under canonical names, regardless of the names in the files: those
 * of Hugging Face's {@code BertModel}, such as {@code encoder.layer.0.attention.self.query.weight};
 * the heads are named {@code pooler.dense}, {@code classifier} and {@code cls.predictions}, as in
 * the classes derived from {@code BertModel}. The weight of a linear layer has the shape {@code
 * [out, in]}. Parts that BERT does not have are listed by {@link TransformerTensorShapes}.
 *
 * <p>Values are returned as floats, regardless of their type in the file. Four-bit matrices are
 * supported: {@code X.weight.int4}, U8 {@code [rows, columns / 2]}, two values from -8 to 7 per
 * byte, the first in the low four bits; and {@code X.weight.scale}, {@code [rows, columns / 32]},
 * the scale of each block of 32 values of a row.
 */
public final class TransformerWeights implements AutoCloseable {
  private static final String INT4_SUFFIX = ".int4";
  private static final String SCALE_SUFFIX = ".scale";
  private static final int BLOCK = 32;

  /**
   * Maximum number of labels of a classifier, so that an invalid shape does not cause a large
   * allocation.
   */
  private static final int MAX_LABELS = 10_000;

  /** Number of values read at once, a multiple of the block size. */
  private static final int CHUNK = 1 << 16;

  /**
   * Where a tensor is stored.
   *
   * @param from its first element in the stored tensor, which may contain others
   */
  private record Stored(String storedName, TensorInfo info, long from) {
    boolean isInt4() {
      return storedName.endsWith(INT4_SUFFIX);
    }
  }

  private final Safetensors file;
  private final Map<String, Stored> stored = new LinkedHashMap<>();
  private final Map<String, TensorInfo> tensors = new LinkedHashMap<>();
  private final LowRankAdapters adapters;

  private TransformerWeights(Safetensors file, TensorNaming naming) {
    this.file = file;
    this.adapters = new LowRankAdapters(file, naming);
    for (TensorInfo info : file.tensors().values()) {
      if (adapters.contain(info.name())) {
        continue;
      }
      if (info.name().endsWith(SCALE_SUFFIX)
          && file.has(info.name().replaceFirst("\\.scale$", INT4_SUFFIX))) {
        continue;
      }
      if (info.name().endsWith(INT4_SUFFIX)) {
        String name = info.name().substring(0, info.name().length() - INT4_SUFFIX.length());
        add(naming.canonicalNames(name), int4(name, info), info.name());
      } else {
        add(naming.canonicalNames(info.name()), info, info.name());
      }
    }
  }

  /** Adds a tensor; the rows of one with several names are divided between them. */
  private void add(List<String> names, TensorInfo info, String storedName) {
    int count = names.size();
    long from = 0;
    for (String name : names) {
      List<Long> shape = new ArrayList<>(info.shape());
      if (count > 1) {
        if (shape.isEmpty() || shape.getFirst() % count != 0) {
          throw new ModelFormatException(
              file.fileOf(storedName),
              "tensor "
                  + Excerpt.quote(storedName)
                  + " is "
                  + info.describe()
                  + ", expected a multiple of "
                  + count
                  + " rows");
        }
        shape.set(0, shape.getFirst() / count);
      }
      TensorInfo part =
          new TensorInfo(name, info.type(), shape.stream().mapToLong(Long::longValue).toArray());
      if (stored.put(name, new Stored(storedName, part, from)) != null) {
        throw new ModelFormatException(
            file.path(), "contains two tensors with the canonical name \"" + name + "\"");
      }
      tensors.put(name, part);
      from += part.elementCount();
    }
  }

  /**
   * Opens the weights of a model folder.
   *
   * @throws ModelFormatException if a file is invalid
   */
  public static TransformerWeights open(ModelFolder folder) {
    Safetensors file = folder.weights();
    try {
      TransformerWeights weights = new TransformerWeights(file, TensorNaming.of(folder, file));
      if (!weights.adapters.isEmpty() && folder.adapters().isEmpty()) {
        throw new ModelFormatException(
            file.path(),
            "has adapters, which config.json does not describe: expected lora_adaptations there");
      }
      return weights;
    } catch (RuntimeException e) {
      file.close();
      throw e;
    }
  }

  /**
   * Returns the tensors of a file of other weights, such as those of a decoder.
   *
   * @param file the open file, which is closed together with the weights
   * @throws ModelFormatException if the file is invalid
   */
  public static TransformerWeights of(Safetensors file) {
    return new TransformerWeights(file, TensorNaming.ofBert(file));
  }

  private TensorInfo int4(String base, TensorInfo packed) {
    if (packed.type() != DataType.U8 || packed.shape().size() != 2 || packed.elementCount() == 0) {
      throw new ModelFormatException(
          file.fileOf(packed.name()),
          "tensor \""
              + packed.name()
              + "\" is "
              + packed.describe()
              + ", expected U8[rows, bytes]");
    }
    long rows = packed.shape().get(0);
    long columns = 2L * packed.shape().get(1);
    if (columns % BLOCK != 0) {
      throw new ModelFormatException(
          file.fileOf(packed.name()),
          "tensor \""
              + packed.name()
              + "\" has "
              + columns
              + " columns, expected a multiple of "
              + BLOCK);
    }
    requireFloats(file.tensor(base + SCALE_SUFFIX, rows, columns / BLOCK), base + SCALE_SUFFIX);
    return new TensorInfo(base, DataType.F32, rows, columns);
  }

  /** Returns all tensors by canonical name; four-bit matrices appear as F32. */
  public Map<String, TensorInfo> tensors() {
    return Collections.unmodifiableMap(tensors);
  }

  public boolean has(String name) {
    return stored.containsKey(name);
  }

  /**
   * Returns the description of a tensor.
   *
   * @throws ModelFormatException if there is no such tensor
   */
  public TensorInfo tensor(String name) {
    return locate(name).info();
  }

  /**
   * Returns the description of a tensor after checking that its type is floating-point and its
   * shape matches.
   *
   * @throws ModelFormatException if there is no such tensor, or it has another type or shape
   */
  public TensorInfo tensor(String name, long... shape) {
    TensorInfo expected = new TensorInfo(name, DataType.F32, shape);
    Stored stored = locate(name);
    TensorInfo found = stored.info();
    requireFloats(found, stored.storedName());
    if (!found.shape().equals(expected.shape())) {
      throw new ModelFormatException(
          file.fileOf(stored.storedName()),
          "tensor \"" + name + "\" has shape " + found.shape() + ", expected " + expected.shape());
    }
    return found;
  }

  private void requireFloats(TensorInfo tensor, String storedName) {
    if (!tensor.type().isFloatingPoint()) {
      throw new ModelFormatException(
          file.fileOf(storedName),
          "tensor "
              + Excerpt.quote(storedName)
              + " is "
              + tensor.describe()
              + ", expected floating-point numbers");
    }
  }

  /** Returns the adapters of the matrices, which have none in most models. */
  public LowRankAdapters adapters() {
    return adapters;
  }

  /**
   * Returns the number of labels of the classifier: the rows of {@code classifier.weight}.
   *
   * @param hiddenSize width of its input
   * @throws ModelFormatException if there is no classifier of that width, or it has no bias
   */
  public int labelCount(int hiddenSize) {
    TensorInfo weight = tensor(TransformerTensorNames.CLASSIFIER);
    long labels = weight.shape().isEmpty() ? 0 : weight.shape().getFirst();
    if (labels < 1 || labels > MAX_LABELS) {
      throw new ModelFormatException(
          file.fileOf(locate(TransformerTensorNames.CLASSIFIER).storedName()),
          "tensor \""
              + TransformerTensorNames.CLASSIFIER
              + "\" is "
              + weight.describe()
              + ", expected 1 to "
              + MAX_LABELS
              + " rows of "
              + hiddenSize);
    }
    tensor(TransformerTensorNames.CLASSIFIER, labels, hiddenSize);
    tensor("classifier.bias", labels);
    return (int) labels;
  }

  /**
   * Returns all elements of a tensor, row by row, after checking its shape.
   *
   * @throws ModelFormatException as {@link #tensor(String, long...)} does, or if a value is not
   *     finite or its magnitude is above {@link WeightValidator#MAX_MAGNITUDE}
   */
  public float[] floats(String name, long... shape) {
    float[] values = new float[Math.toIntExact(tensor(name, shape).elementCount())];
    floats(name, 0, FloatBuffer.wrap(values));
    return values;
  }

  /**
   * Reads a range of the elements of a tensor, row by row.
   *
   * @param from index of the first element within the tensor; for a four-bit matrix, a multiple of
   *     32
   * @param into the buffer to fill, from its position to its limit
   * @throws ModelFormatException if a value is not finite or its magnitude is above {@link
   *     WeightValidator#MAX_MAGNITUDE}
   */
  public void floats(String name, long from, FloatBuffer into) {
    Stored tensor = locate(name);
    FloatBuffer filled = into.duplicate();
    if (tensor.isInt4()) {
      int4(tensor.storedName(), tensor.from() + from, into);
    } else {
      file.floats(tensor.storedName(), tensor.from() + from, into);
    }
    WeightValidator.requireValid(
        file.fileOf(tensor.storedName()), tensor.storedName(), filled, from);
  }

  private void int4(String packed, long from, FloatBuffer into) {
    if (from % BLOCK != 0) {
      throw new IllegalArgumentException("from is " + from + ", expected a multiple of " + BLOCK);
    }
    String scaleName = packed.substring(0, packed.length() - INT4_SUFFIX.length()) + SCALE_SUFFIX;
    for (long offset = from; into.hasRemaining(); offset += CHUNK) {
      int count = Math.min(CHUNK, into.remaining());
      int blocks = Math.ceilDiv(count, BLOCK);
      float[] scales = new float[blocks];
      file.floats(scaleName, offset / BLOCK, FloatBuffer.wrap(scales));
      float[] values = new float[blocks * BLOCK];
      ByteBuffer bytes = file.bytes(packed, offset / 2, values.length / 2);
      for (int i = 0; i < values.length; i += 2) {
        byte packedPair = bytes.get();
        float scale = scales[i / BLOCK];
        values[i] = scale * ((byte) (packedPair << 4) >> 4);
        values[i + 1] = scale * (packedPair >> 4);
      }
      into.put(values, 0, count);
    }
  }

  private Stored locate(String name) {
    Stored tensor = stored.get(name);
    if (tensor == null) {
      String nearest =
          NameSuggestions.nearest(name, stored.keySet())
              .map(near -> "; did you mean \"" + near + "\"?")
              .orElse("");
      throw new ModelFormatException(file.path(), "has no tensor \"" + name + "\"" + nearest);
    }
    return tensor;
  }

  /** Closes the files. */
  @Override
  public void close() {
    file.close();
  }
}
