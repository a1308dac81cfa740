package org.isogloss.modelio.weights;

import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.isogloss.core.util.NameSuggestions;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.format.Excerpt;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.safetensors.DataType;
import org.isogloss.modelio.safetensors.Safetensors;
import org.isogloss.modelio.safetensors.TensorInfo;
import org.isogloss.modelio.safetensors.WeightValidator;

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
  private static final String INT4_SUFFIX = ".int4";
  private static final String SCALE_SUFFIX = ".scale";
  private static final int BLOCK = 32;

  /** Limit of a classifier's labels, so that a broken shape does not allocate them. */
  private static final int MAX_LABELS = 10_000;

  /** So many values are read at once: a multiple of a block. */
  private static final int CHUNK = 1 << 16;

  private record Stored(String storedName, TensorInfo info) {
    boolean isInt4() {
      return storedName.endsWith(INT4_SUFFIX);
    }
  }

  private final Safetensors file;
  private final Map<String, Stored> stored = new LinkedHashMap<>();
  private final Map<String, TensorInfo> tensors = new LinkedHashMap<>();

  private TransformerWeights(Safetensors file) {
    this.file = file;
    for (TensorInfo info : file.tensors().values()) {
      if (info.name().endsWith(SCALE_SUFFIX)
          && file.has(info.name().replaceFirst("\\.scale$", INT4_SUFFIX))) {
        continue;
      }
      boolean fourBits = info.name().endsWith(INT4_SUFFIX);
      String name =
          TransformerTensorNames.canonicalName(
              fourBits
                  ? info.name().substring(0, info.name().length() - INT4_SUFFIX.length())
                  : info.name());
      if (TransformerTensorNames.isIgnored(name)) {
        continue;
      }
      TensorInfo here =
          fourBits ? int4(name, info) : new TensorInfo(name, info.type(), info.shape());
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

  private TensorInfo int4(String name, TensorInfo packed) {
    String base = packed.name().substring(0, packed.name().length() - INT4_SUFFIX.length());
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
    requireFloats(found, stored.storedName());
    if (!found.shape().equals(expected.shape())) {
      throw new ModelFormatException(
          file.fileOf(stored.storedName()),
          "tensor \"" + name + "\" has shape " + found.shape() + ", expected " + expected.shape());
    }
    return found;
  }

  private void requireFloats(TensorInfo tensor, String inFile) {
    if (!tensor.type().isFloatingPoint()) {
      throw new ModelFormatException(
          file.fileOf(inFile),
          "tensor "
              + Excerpt.quote(inFile)
              + " is "
              + tensor.describe()
              + ", expected floating-point numbers");
    }
  }

  /**
   * How many labels a classifier has: the rows of {@code classifier.weight}.
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
   * All numbers of a tensor, row by row, if it has the shape that it should have.
   *
   * @throws ModelFormatException as {@link #tensor(String, long...)} does, or if a number is not
   *     finite or above {@link WeightValidator#MAX_MAGNITUDE}
   */
  public float[] floats(String name, long... shape) {
    float[] values = new float[Math.toIntExact(tensor(name, shape).elementCount())];
    floats(name, 0, FloatBuffer.wrap(values));
    return values;
  }

  /**
   * Some numbers of a tensor, row by row.
   *
   * @param from the first number, from 0 at the beginning of the tensor; in a matrix of four bits a
   *     multiple of 32
   * @param into filled from its position to its limit
   * @throws ModelFormatException if a number is not finite or above {@link
   *     WeightValidator#MAX_MAGNITUDE}
   */
  public void floats(String name, long from, FloatBuffer into) {
    Stored tensor = locate(name);
    FloatBuffer filled = into.duplicate();
    if (tensor.isInt4()) {
      int4(tensor.storedName(), from, into);
    } else {
      file.floats(tensor.storedName(), from, into);
    }
    WeightValidator.requireValid(
        file.fileOf(tensor.storedName()), tensor.storedName(), filled, from);
  }

  private void int4(String packed, long from, FloatBuffer into) {
    if (from % BLOCK != 0) {
      throw new IllegalArgumentException("from is " + from + ", expected a multiple of " + BLOCK);
    }
    String scaleName = packed.substring(0, packed.length() - INT4_SUFFIX.length()) + SCALE_SUFFIX;
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
