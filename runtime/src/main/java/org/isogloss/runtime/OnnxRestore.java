package org.isogloss.runtime;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.isogloss.core.IsoglossException;
import org.isogloss.model.DataType;
import org.isogloss.model.ModelFolder;
import org.isogloss.model.ModelFormatException;
import org.isogloss.model.ModelManifest;
import org.isogloss.model.Provenance;
import org.isogloss.model.Source;
import org.isogloss.model.TensorInfo;
import org.isogloss.model.TensorOutput;
import org.isogloss.model.TransformerConfig;
import org.isogloss.model.TransformerFolderWriter;

/**
 * Takes a transformer's weights back out of a graph that {@link OnnxExport} wrote, so that a model
 * that came without weights can be trained further. Numbers in eight or four bits become what the
 * graph computes with; exported again in the same formats they are the same. The vector of the
 * first segment, which the graph of an encoder holds within its positions, stays there.
 */
public final class OnnxRestore {
  private static final String SCALE = "_scale";
  private static final String ZERO = "_zero";
  private static final String POSITIONS = "positions";
  private static final String WORDS = "embeddings.word_embeddings.weight";
  private static final String SEGMENTS = "embeddings.token_type_embeddings.weight";
  private static final String ATTENTION_BIAS = ".attention.self.bias";

  private final ModelFolder model;
  private final Path file;
  private final TransformerConfig config;
  private final Map<String, Initializer> tensors;
  private final TransformerFolderWriter writer;

  private OnnxRestore(ModelFolder model, Path file) {
    this.model = model;
    this.file = file;
    this.config = model.transformer();
    this.tensors = GraphTensors.all(file);
    this.writer = new TransformerFolderWriter(config, model.head());
  }

  /**
   * Writes a model folder with weights in single precision.
   *
   * @param model with a graph of its own; inside a jar or not
   * @param folder must not exist yet, or be empty; it appears whole or not at all
   * @throws IsoglossException if the model has no graph, or a vocabulary that is another model's,
   *     or the folder's place is taken
   * @throws ModelFormatException if the graph does not hold what a transformer of this shape needs
   */
  public static void write(ModelFolder model, Path folder) {
    model
        .manifest()
        .vocabulary()
        .ifPresent(
            borrowed -> {
              throw new IsoglossException(
                  model.path()
                      + " has no vocabulary of its own but that of "
                      + borrowed.model()
                      + ": restore that one, or train from what this was exported from");
            });
    Path file =
        model
            .findGraph()
            .orElseThrow(
                () ->
                    new IsoglossException(
                        model.path()
                            + " has no graph in "
                            + OnnxExport.FOLDER
                            + ": if it has weights, train from it as it is"));
    new OnnxRestore(model, file).write(folder);
  }

  private void write(Path folder) {
    int hidden = config.hiddenSize();
    words();
    positions();
    for (String name : List.copyOf(tensors.keySet())) {
      if (name.endsWith(ATTENTION_BIAS)) {
        attentionBias(name);
      } else if (name.startsWith("encoder.") || name.endsWith("_projection.weight")) {
        if (name.endsWith(".weight") && !name.endsWith("LayerNorm.weight")) {
          matrix(name);
        } else if (!name.endsWith(SCALE) && !name.endsWith(ZERO)) {
          row(name);
        }
      } else if (name.startsWith("embeddings.LayerNorm.")) {
        row(name);
      } else if (name.startsWith("pooler.") || name.startsWith("classifier.")) {
        asItIs(name);
      }
    }
    if (!tensors.containsKey(SEGMENTS)) {
      add(SEGMENTS, new float[config.types() * hidden], config.types(), hidden);
    }
    writer.write(folder, model, manifest());
  }

  private ModelManifest manifest() {
    ModelManifest manifest = model.manifest();
    List<Source> sources = new ArrayList<>(manifest.provenance().sources());
    sources.add(
        new Source(
            manifest.name() + "/" + file.getFileName(), model.fingerprint(), manifest.licence()));
    return new ModelManifest(
        manifest.name(),
        manifest.licence(),
        manifest.encoding(),
        new Provenance(manifest.provenance().recipe(), manifest.provenance().seed(), sources));
  }

  /** The vocabulary, by far the largest, some rows at a time. */
  private void words() {
    Initializer table = need(WORDS);
    int rows = config.vocabularySize();
    int width = config.embeddingSize();
    requireShape(table, rows, width);
    writer.add(
        new TensorInfo(WORDS, DataType.F32, rows, width),
        out -> {
          ByteBuffer numbers = numbers(table);
          FloatBuffer scales =
              isFloat(table)
                  ? FloatBuffer.allocate(0)
                  : numbers(need(WORDS + SCALE)).asFloatBuffer();
          int scalesEach = scales.capacity() / rows;
          for (int row = 0; row < rows; row++) {
            float[] values = new float[width];
            read(table, numbers, values);
            for (int i = 0; i < width && scalesEach > 0; i++) {
              values[i] *= scales.get(row * scalesEach + i * scalesEach / width);
            }
            out.floats(values);
          }
        });
  }

  private void positions() {
    Initializer stored = need(POSITIONS);
    int hidden = config.hiddenSize();
    requireShape(stored, config.maxLength(), hidden);
    float[] rows = new float[config.positions() * hidden];
    numbers(stored)
        .asFloatBuffer()
        .get(rows, config.firstPosition() * hidden, config.maxLength() * hidden);
    add("embeddings.position_embeddings.weight", rows, config.positions(), hidden);
    if (tensors.containsKey(SEGMENTS)) {
      asItIs(SEGMENTS);
    }
  }

  private void attentionBias(String name) {
    int hidden = config.hiddenSize();
    float[] all = floats(need(name), 3L * hidden);
    int from = 0;
    for (String part : List.of("query", "key", "value")) {
      float[] bias = new float[hidden];
      System.arraycopy(all, from, bias, 0, hidden);
      add(name.replace("self.bias", "self." + part + ".bias"), bias, hidden);
      from += hidden;
    }
  }

  /** A matrix of a linear layer, which a graph holds as {@code [in, out]}. */
  private void matrix(String name) {
    Initializer stored = need(name);
    int in = size(stored, 0);
    int out = size(stored, 1);
    writer.add(
        new TensorInfo(name, DataType.F32, out, in),
        to -> {
          float[] scales = isFloat(stored) ? ones(out) : floats(need(name + SCALE), out);
          float[] values = new float[in * out];
          read(stored, numbers(stored), values);
          transposed(values, scales, in, to);
        });
  }

  private static void transposed(float[] values, float[] scales, int in, TensorOutput to)
      throws IOException {
    int out = scales.length;
    for (int o = 0; o < out; o++) {
      float[] row = new float[in];
      for (int i = 0; i < in; i++) {
        row[i] = values[i * out + o] * scales[o];
      }
      to.floats(row);
    }
  }

  private static float[] ones(int count) {
    float[] ones = new float[count];
    Arrays.fill(ones, 1);
    return ones;
  }

  /** Numbers in one dimension, which the graph may hold as one row of two. */
  private void row(String name) {
    Initializer stored = need(name);
    int count = Math.toIntExact(stored.bytes() / Float.BYTES);
    add(name, floats(stored, count), count);
  }

  private void asItIs(String name) {
    Initializer stored = need(name);
    add(name, floats(stored, Initializer.elements(stored.shape())), stored.shape());
  }

  private void add(String name, float[] values, long... shape) {
    writer.add(new TensorInfo(name, DataType.F32, shape), out -> out.floats(values));
  }

  /** A tensor's numbers, read whole. */
  private ByteBuffer numbers(Initializer tensor) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(Math.toIntExact(tensor.bytes()));
    try {
      tensor.content().writeTo(bytes);
    } catch (IOException e) {
      throw new ModelFormatException(file, "cannot be read: " + e.getMessage(), e);
    }
    return ByteBuffer.wrap(bytes.toByteArray()).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static boolean isFloat(Initializer tensor) {
    return tensor.type() == ElementType.FLOAT;
  }

  /** Reads as many numbers as there is room for, without their scales. */
  private void read(Initializer tensor, ByteBuffer from, float[] into) {
    switch (tensor.type()) {
      case FLOAT -> {
        for (int i = 0; i < into.length; i++) {
          into[i] = from.getFloat();
        }
      }
      case INT8 -> {
        for (int i = 0; i < into.length; i++) {
          into[i] = from.get();
        }
      }
      case INT4 -> {
        for (int i = 0; i < into.length; i += 2) {
          byte both = from.get();
          into[i] = (byte) (both << 4) >> 4;
          into[i + 1] = both >> 4;
        }
      }
      default ->
          throw new ModelFormatException(
              file,
              "tensor \""
                  + tensor.name()
                  + "\" has the type "
                  + tensor.type()
                  + ", expected FLOAT, INT8 or INT4");
    }
  }

  private float[] floats(Initializer tensor, long count) {
    if (!isFloat(tensor) || tensor.bytes() != count * Float.BYTES) {
      throw new ModelFormatException(
          file,
          "tensor \""
              + tensor.name()
              + "\" has "
              + tensor.bytes()
              + " bytes, expected "
              + count
              + " floats");
    }
    float[] values = new float[(int) count];
    numbers(tensor).asFloatBuffer().get(values);
    return values;
  }

  private Initializer need(String name) {
    Initializer tensor = tensors.get(name);
    if (tensor == null) {
      throw new ModelFormatException(
          file, "has no tensor \"" + name + "\": only graphs that Isogloss wrote can be restored");
    }
    return tensor;
  }

  private void requireShape(Initializer tensor, long... expected) {
    if (!Arrays.equals(tensor.shape(), expected)) {
      throw new ModelFormatException(
          file,
          "tensor \""
              + tensor.name()
              + "\" has shape "
              + Arrays.toString(tensor.shape())
              + ", expected "
              + Arrays.toString(expected));
    }
  }

  private int size(Initializer tensor, int axis) {
    if (tensor.shape().length != 2) {
      throw new ModelFormatException(
          file,
          "tensor \""
              + tensor.name()
              + "\" has shape "
              + Arrays.toString(tensor.shape())
              + ", expected [in, out]");
    }
    return Math.toIntExact(tensor.shape()[axis]);
  }
}
