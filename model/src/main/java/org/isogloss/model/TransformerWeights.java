package org.isogloss.model;

import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.isogloss.core.Names;

/**
 * The weights of a transformer, under the same names whoever wrote them: those of Hugging Face's
 * {@code BertModel}, such as {@code encoder.layer.0.attention.self.query.weight}; behind it {@code
 * pooler.dense}, {@code classifier} and {@code cls.predictions} as in the classes made from {@code
 * BertModel}. A linear layer's weight is {@code [out, in]}.
 *
 * <p>Numbers come as floats, whatever their type in the file is. A matrix in four bits is read as
 * well: {@code X.weight.int4}, U8 {@code [rows, columns / 2]}, two values of -8 to 7 a byte, the
 * first in the low half; and {@code X.weight.scale}, {@code [rows, columns / 32]}, what 32 values
 * of a row are multiplied by.
 */
public final class TransformerWeights implements AutoCloseable {
  private static final String FOUR_BITS = ".int4";
  private static final String SCALE = ".scale";
  private static final int BLOCK = 32;

  /** Limit of a classifier's labels, so that a broken shape does not allocate them. */
  private static final int MAX_LABELS = 10_000;

  /** So many values are read at once: a multiple of a block. */
  private static final int CHUNK = 1 << 16;

  private record Stored(String inFile, TensorInfo info) {
    boolean fourBits() {
      return inFile.endsWith(FOUR_BITS);
    }
  }

  private final Safetensors file;
  private final Map<String, Stored> stored = new LinkedHashMap<>();
  private final Map<String, TensorInfo> tensors = new LinkedHashMap<>();

  private TransformerWeights(Safetensors file) {
    this.file = file;
    for (TensorInfo info : file.tensors().values()) {
      if (info.name().endsWith(SCALE)
          && file.has(info.name().replaceFirst("\\.scale$", FOUR_BITS))) {
        continue;
      }
      boolean fourBits = info.name().endsWith(FOUR_BITS);
      String name =
          TransformerNames.here(
              fourBits
                  ? info.name().substring(0, info.name().length() - FOUR_BITS.length())
                  : info.name());
      if (TransformerNames.leftOut(name)) {
        continue;
      }
      TensorInfo here =
          fourBits ? fourBits(name, info) : new TensorInfo(name, info.type(), info.shape());
      if (stored.put(name, new Stored(info.name(), here)) != null) {
        throw new ModelFormatException(
            file.path(), "holds two tensors that would be \"" + name + "\"");
      }
      tensors.put(name, here);
    }
  }

  /**
   * Opens the weights of a model folder.
   *
   * @throws ModelFormatException if something in them is not as it should be
   */
  public static TransformerWeights open(ModelFolder folder) {
    Safetensors file = folder.weights();
    try {
      return new TransformerWeights(file);
    } catch (RuntimeException e) {
      file.close();
      throw e;
    }
  }

  private TensorInfo fourBits(String name, TensorInfo packed) {
    String base = packed.name().substring(0, packed.name().length() - FOUR_BITS.length());
    if (packed.type() != DataType.U8 || packed.shape().size() != 2 || packed.elements() == 0) {
      throw new ModelFormatException(
          file.file(packed.name()),
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
          file.file(packed.name()),
          "tensor \""
              + packed.name()
              + "\" has "
              + columns
              + " columns, expected a multiple of "
              + BLOCK);
    }
    requireFloats(file.tensor(base + SCALE, rows, columns / BLOCK), base + SCALE);
    return new TensorInfo(name, DataType.F32, rows, columns);
  }

  /** Every tensor by its name here; matrices in four bits show as F32. */
  public Map<String, TensorInfo> tensors() {
    return Collections.unmodifiableMap(tensors);
  }

  public boolean has(String name) {
    return stored.containsKey(name);
  }

  /**
   * What a tensor is.
   *
   * @throws ModelFormatException if there is none of that name
   */
  public TensorInfo tensor(String name) {
    return locate(name).info();
  }

  /**
   * What a tensor is, if it holds floating-point numbers and has the shape that it should have.
   *
   * @throws ModelFormatException if there is none of that name, or it has another type or shape
   */
  public TensorInfo tensor(String name, long... shape) {
    TensorInfo expected = new TensorInfo(name, DataType.F32, shape);
    Stored stored = locate(name);
    TensorInfo found = stored.info();
    requireFloats(found, stored.inFile());
    if (!found.shape().equals(expected.shape())) {
      throw new ModelFormatException(
          file.file(stored.inFile()),
          "tensor \"" + name + "\" has shape " + found.shape() + ", expected " + expected.shape());
    }
    return found;
  }

  private void requireFloats(TensorInfo tensor, String inFile) {
    if (!tensor.type().isFloatingPoint()) {
      throw new ModelFormatException(
          file.file(inFile),
          "tensor "
              + Excerpt.of(inFile)
              + " is "
              + tensor.describe()
              + ", expected floating-point numbers");
    }
  }

  /**
   * How many labels a classifier has: the rows of {@code classifier.weight}.
   *
   * @param hidden width of its input
   * @throws ModelFormatException if there is no classifier of that width, or it has no bias
   */
  public int labels(int hidden) {
    TensorInfo weight = tensor(TransformerNames.CLASSIFIER);
    long labels = weight.shape().isEmpty() ? 0 : weight.shape().getFirst();
    if (labels < 1 || labels > MAX_LABELS) {
      throw new ModelFormatException(
          file.file(locate(TransformerNames.CLASSIFIER).inFile()),
          "tensor \""
              + TransformerNames.CLASSIFIER
              + "\" is "
              + weight.describe()
              + ", expected 1 to "
              + MAX_LABELS
              + " rows of "
              + hidden);
    }
    tensor(TransformerNames.CLASSIFIER, labels, hidden);
    tensor("classifier.bias", labels);
    return (int) labels;
  }

  /**
   * All numbers of a tensor, row by row, if it has the shape that it should have.
   *
   * @throws ModelFormatException as {@link #tensor(String, long...)} does, or if a number is not
   *     finite or above {@link WeightCheck#MAX_WEIGHT}
   */
  public float[] floats(String name, long... shape) {
    float[] values = new float[Math.toIntExact(tensor(name, shape).elements())];
    floats(name, 0, FloatBuffer.wrap(values));
    return values;
  }

  /**
   * Some numbers of a tensor, row by row.
   *
   * @param from the first number, from 0 at the beginning of the tensor; in a matrix of four bits a
   *     multiple of 32
   * @param into filled from its position to its limit
   * @throws ModelFormatException if a number is not finite or above {@link WeightCheck#MAX_WEIGHT}
   */
  public void floats(String name, long from, FloatBuffer into) {
    Stored tensor = locate(name);
    FloatBuffer filled = into.duplicate();
    if (tensor.fourBits()) {
      fourBits(tensor.inFile(), from, into);
    } else {
      file.floats(tensor.inFile(), from, into);
    }
    WeightCheck.require(file.file(tensor.inFile()), tensor.inFile(), filled, from);
  }

  private void fourBits(String packed, long from, FloatBuffer into) {
    if (from % BLOCK != 0) {
      throw new IllegalArgumentException("from is " + from + ", expected a multiple of " + BLOCK);
    }
    String scaleName = packed.substring(0, packed.length() - FOUR_BITS.length()) + SCALE;
    for (long at = from; into.hasRemaining(); at += CHUNK) {
      int count = Math.min(CHUNK, into.remaining());
      int blocks = Math.ceilDiv(count, BLOCK);
      float[] scales = new float[blocks];
      file.floats(scaleName, at / BLOCK, FloatBuffer.wrap(scales));
      float[] values = new float[blocks * BLOCK];
      ByteBuffer bytes = file.bytes(packed, at / 2, values.length / 2);
      for (int i = 0; i < values.length; i += 2) {
        byte both = bytes.get();
        float scale = scales[i / BLOCK];
        values[i] = scale * ((byte) (both << 4) >> 4);
        values[i + 1] = scale * (both >> 4);
      }
      into.put(values, 0, count);
    }
  }

  private Stored locate(String name) {
    Stored tensor = stored.get(name);
    if (tensor == null) {
      String nearest =
          Names.nearest(name, stored.keySet())
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
