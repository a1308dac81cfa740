// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.export;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.isogloss.core.IsoglossException;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.dense.DenseLayer;
import org.isogloss.modelio.dense.DenseLayerConfig;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.manifest.ModelManifest;
import org.isogloss.modelio.manifest.Provenance;
import org.isogloss.modelio.manifest.ProvenanceSource;
import org.isogloss.modelio.safetensors.DataType;
import org.isogloss.modelio.safetensors.TensorInfo;
import org.isogloss.modelio.transformer.TransformerConfig;
import org.isogloss.modelio.weights.TransformerFolderWriter;
import org.isogloss.modelio.weights.TransformerTensorShapes;
import org.isogloss.runtime.onnx.ElementType;
import org.isogloss.runtime.onnx.GraphWeights;
import org.isogloss.runtime.onnx.Initializer;

/**
 * Restores the weights of a transformer from a graph that {@link OnnxExport} wrote, so that a model
 * that was distributed without weights can be trained further. Exporting the weights again in the
 * same formats results in the same values; the graph around them is that of the present version of
 * the exporter. The embedding of the first segment, which the graph of an encoder includes in its
 * positions, remains part of the positions.
 */
public final class OnnxRestore {
  /** A little less than one half, so that the rounding of floats does not matter. */
  private static final double MAX_DITHER = 0.499;

  private static final String SCALE = "_scale";
  private static final String POSITIONS = "positions";
  private static final String WORDS = "embeddings.word_embeddings.weight";
  private static final String SEGMENTS = "embeddings.token_type_embeddings.weight";
  private static final String POSITION_EMBEDDINGS = "embeddings.position_embeddings.weight";

  /** Beginnings of the names of tensors that are not layers. */
  private static final List<String> HEADS = List.of("pooler.", "classifier.", "qa_outputs.");

  private static final Pattern ATTENTION_BIAS =
      Pattern.compile(".+\\.attention\\.self\\.(query|key|value)\\.bias");

  private final ModelFolder model;
  private final Path file;
  private final TransformerConfig config;
  private final boolean dithered;
  private final GraphWeights graph;
  private final TransformerFolderWriter writer;

  private OnnxRestore(ModelFolder model, Path file, boolean dithered) {
    this.model = model;
    this.file = file;
    this.dithered = dithered;
    this.config = model.transformerConfig();
    this.graph = GraphWeights.parse(file);
    this.writer = new TransformerFolderWriter(config, model.head()).labels(model.labels());
  }

  /**
   * Writes a model folder with weights in single precision: those with which the graph computes.
   *
   * @param model a model with a graph; can be inside a jar
   * @param folder must not exist or be empty; it appears whole or not at all
   * @throws IsoglossException if the model has no graph or uses the vocabulary of another model, or
   *     the folder exists and is not empty
   * @throws ModelFormatException if the graph does not contain the tensors of a transformer with
   *     this configuration
   */
  public static void write(ModelFolder model, Path folder) {
    write(model, folder, /* dithered= */ false);
  }

  /**
   * Writes a model folder with weights in single precision, from which to train. A value of a
   * matrix in eight bits stands for all numbers that are rounded to it; it becomes one of these, at
   * random. Training changes many weights by less than half of the distance between two values,
   * which the rounding of the next export would undo, whereas of dithered weights as many cross a
   * boundary as the change requires (Schuchman, <i>Dither signals and their effect on quantization
   * noise</i>, 1964).
   *
   * @param model as for {@link #write}
   * @param folder as for {@link #write}
   */
  public static void writeForTraining(ModelFolder model, Path folder) {
    write(model, folder, /* dithered= */ true);
  }

  private static void write(ModelFolder model, Path folder, boolean dithered) {
    model
        .manifest()
        .vocabulary()
        .ifPresent(
            borrowed -> {
              throw new IsoglossException(
                  model.path()
                      + " uses the vocabulary of "
                      + borrowed.model()
                      + ": restore that model, or train from the model from which this one was"
                      + " exported");
            });
    Path file =
        model
            .findOnnxGraph()
            .orElseThrow(
                () ->
                    new IsoglossException(
                        model.path()
                            + " has no graph in "
                            + OnnxExport.FOLDER
                            + ": if it has weights, train from it directly"));
    new OnnxRestore(model, file, dithered).write(folder);
  }

  private void write(Path folder) {
    int hidden = config.hiddenSize();
    Map<String, List<Long>> shapes = TransformerTensorShapes.shapes(config.architecture());
    shapes.forEach(
        (name, shape) -> {
          if (name.equals(WORDS)) {
            words();
          } else if (name.equals(POSITION_EMBEDDINGS)) {
            positions();
          } else if (name.equals(SEGMENTS)) {
            add(name, segments(), config.tokenTypes(), hidden);
          } else if (ATTENTION_BIAS.matcher(name).matches()) {
            // The graph stores all three biases in one tensor.
            if (name.endsWith("query.bias")) {
              attentionBias(name.replace("query.bias", "bias"));
            }
          } else if (shape.size() == 2) {
            matrix(name, Math.toIntExact(shape.get(0)), Math.toIntExact(shape.get(1)));
          } else {
            row(name, Math.toIntExact(shape.getFirst()));
          }
        });
    for (String name : graph.names()) {
      if (HEADS.stream().anyMatch(name::startsWith)) {
        long[] shape = graph.tensor(name).shape();
        add(name, graph.floats(name, shape), shape);
      }
    }
    List<DenseLayerConfig> dense = model.denseConfigs();
    writer
        .dense(IntStream.range(0, dense.size()).mapToObj(i -> dense(dense.get(i), i)).toList())
        .write(folder, model, manifest());
  }

  private DenseLayer dense(DenseLayerConfig sizes, int index) {
    return new DenseLayer(
        sizes,
        graph.floats(GraphOutputs.denseTensor(index, "weight"), sizes.outputs(), sizes.inputs()),
        graph.floats(GraphOutputs.denseTensor(index, "bias"), sizes.outputs()));
  }

  private ModelManifest manifest() {
    ModelManifest manifest = model.manifest();
    List<ProvenanceSource> sources = new ArrayList<>(manifest.provenance().sources());
    sources.add(
        new ProvenanceSource(
            manifest.name() + "/" + file.getFileName(), model.fingerprint(), manifest.licence()));
    return manifest.derived(
        manifest.name(),
        manifest.licence(),
        manifest.encoding(),
        new Provenance(manifest.provenance().recipe(), manifest.provenance().seed(), sources),
        /* sameScores= */ true);
  }

  /** Adds the token embeddings, by far the largest tensor, which are converted row by row. */
  private void words() {
    int rows = config.vocabularySize();
    int width = config.embeddingSize();
    Initializer table = graph.tensor(WORDS, rows, width);
    int scalesPerRow = isFloat(table) ? 0 : scalesPerRow(rows, width);
    writer.add(
        new TensorInfo(WORDS, DataType.F32, rows, width),
        out -> {
          ByteBuffer numbers = graph.bytes(table);
          float[] scales =
              scalesPerRow == 0 ? new float[0] : graph.floats(WORDS + SCALE, rows, scalesPerRow);
          for (int row = 0; row < rows; row++) {
            float[] values = new float[width];
            graph.read(table, numbers, values);
            for (int i = 0; i < width && scalesPerRow > 0; i++) {
              values[i] *= scales[row * scalesPerRow + i / (width / scalesPerRow)];
            }
            graph.requireValid(WORDS, values);
            out.floats(values);
          }
        });
  }

  /** Returns the number of scales of each row of the token embeddings. */
  private int scalesPerRow(int rows, int width) {
    Initializer scales = graph.tensor(WORDS + SCALE);
    long[] shape = scales.shape();
    boolean fits = shape.length == 2 && shape[0] == rows && shape[1] > 0 && width % shape[1] == 0;
    if (!fits) {
      throw graph.error(
          scales,
          "has shape " + Arrays.toString(shape),
          "[" + rows + ", a divisor of " + width + "]");
    }
    return (int) shape[1];
  }

  private void positions() {
    int hidden = config.hiddenSize();
    float[] positions = graph.floats(POSITIONS, config.maxLength(), hidden);
    float[] rows = new float[config.maxPositions() * hidden];
    System.arraycopy(positions, 0, rows, config.firstPosition() * hidden, positions.length);
    add(POSITION_EMBEDDINGS, rows, config.maxPositions(), hidden);
  }

  private float[] segments() {
    return graph.has(SEGMENTS)
        ? graph.floats(SEGMENTS, config.tokenTypes(), config.hiddenSize())
        : new float[config.tokenTypes() * config.hiddenSize()];
  }

  private void attentionBias(String name) {
    int hidden = config.hiddenSize();
    float[] all = graph.floats(name, 3L * hidden);
    int from = 0;
    for (String part : List.of("query", "key", "value")) {
      float[] bias = Arrays.copyOfRange(all, from, from + hidden);
      add(name.replace("self.bias", "self." + part + ".bias"), bias, hidden);
      from += hidden;
    }
  }

  /** Adds the matrix of a linear layer, which the graph stores as {@code [in, out]}. */
  private void matrix(String name, int out, int in) {
    Initializer stored = graph.tensor(name, in, out);
    writer.add(
        new TensorInfo(name, DataType.F32, out, in),
        to -> {
          float[] scales = isFloat(stored) ? ones(out) : graph.floats(name + SCALE, out);
          float[] values = new float[in * out];
          graph.read(stored, graph.bytes(stored), values);
          boolean rounded = dithered && stored.type() == ElementType.INT8;
          SplittableRandom random = new SplittableRandom(name.hashCode());
          for (int o = 0; o < out; o++) {
            float[] row = new float[in];
            for (int i = 0; i < in; i++) {
              row[i] = values[i * out + o];
            }
            if (rounded) {
              dither(row, random);
            }
            for (int i = 0; i < in; i++) {
              row[i] *= scales[o];
            }
            graph.requireValid(name, row);
            to.floats(row);
          }
        });
  }

  /**
   * Moves the values of a row within the intervals that are rounded to them. The largest ones, from
   * which the exporter computes the scale, stay; a row without any has no scale to keep.
   */
  private static void dither(float[] row, SplittableRandom random) {
    boolean hasLargest = false;
    for (float value : row) {
      hasLargest |= Math.abs(value) == Int8MatMulBuilder.MAX_VALUE;
    }
    for (int i = 0; i < row.length && hasLargest; i++) {
      if (Math.abs(row[i]) < Int8MatMulBuilder.MAX_VALUE) {
        row[i] += (float) random.nextDouble(-MAX_DITHER, MAX_DITHER);
      }
    }
  }

  private static float[] ones(int count) {
    float[] ones = new float[count];
    Arrays.fill(ones, 1);
    return ones;
  }

  /** Adds a one-dimensional tensor, which the graph can store as a matrix with one row. */
  private void row(String name, int count) {
    boolean isMatrix = graph.tensor(name).shape().length == 2;
    float[] values = isMatrix ? graph.floats(name, 1, count) : graph.floats(name, count);
    add(name, values, count);
  }

  private void add(String name, float[] values, long... shape) {
    writer.add(new TensorInfo(name, DataType.F32, shape), out -> out.floats(values));
  }

  private static boolean isFloat(Initializer tensor) {
    return tensor.type() == ElementType.FLOAT;
  }
}
