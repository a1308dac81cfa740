// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.task;

import java.nio.FloatBuffer;
import java.util.List;
import org.isogloss.core.IsoglossException;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.transformer.LabelNames;
import org.isogloss.modelio.transformer.TransformerConfig;
import org.isogloss.modelio.transformer.TransformerHead;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.runtime.export.GraphOutputs;
import org.isogloss.runtime.inference.BatchRunner;
import org.isogloss.runtime.inference.GraphFile;
import org.isogloss.runtime.inference.InferenceDevice;
import org.isogloss.runtime.inference.OnnxSession;
import org.isogloss.runtime.inference.TokenSequence;
import org.isogloss.text.Encoding;
import org.isogloss.text.Tokenizer;

/**
 * A transformer with a head, run by ONNX Runtime. Concurrent callers share batches, and the logits
 * of an input are bitwise identical whatever the others are.
 */
final class TaskModel implements AutoCloseable {
  /** Number of inputs that are run at once. */
  private static final int WINDOW = 256;

  private final Tokenizer tokenizer;
  private final int maxLength;
  private final List<String> labels;
  private final BatchRunner runner;

  /**
   * Opens the graph of a model, or exports it from the weights if there is none.
   *
   * @param head the head that it must have
   * @throws IsoglossException if it has another head, or is damaged
   */
  TaskModel(ModelFolder model, TransformerHead head, InferenceOptions options) {
    requireHead(model, head);
    tokenizer = model.tokenizer();
    maxLength = model.maxLength();
    OnnxSession session =
        OnnxSession.open(
            GraphFile.findOrExport(model, options.precision()),
            InferenceDevice.of(options.device()));
    try {
      labels = labels(model, session);
      runner = new BatchRunner(session, GraphOutputs.LOGITS, TaskModel::copy, options.threads());
    } catch (RuntimeException e) {
      session.close();
      throw e;
    }
  }

  private static void requireHead(ModelFolder model, TransformerHead head) {
    boolean transformer = model.kind() == ModelFolder.Kind.TRANSFORMER;
    if (!transformer || model.head() != head) {
      throw new IsoglossException(
          model.path()
              + ": is a model of the kind "
              + (transformer ? model.head() : model.kind())
              + ", expected one with a head for "
              + head
              + ", such as "
              + head.architecture(TransformerConfig.Family.BERT));
    }
  }

  private static List<String> labels(ModelFolder model, OnnxSession session) {
    if (!session.outputs().contains(GraphOutputs.LOGITS)) {
      throw new ModelFormatException(
          session.file(),
          "has the outputs "
              + session.outputs()
              + ", expected "
              + GraphOutputs.LOGITS
              + ": export the graph again");
    }
    long[] shape = session.shape(GraphOutputs.LOGITS);
    int outputs = Math.toIntExact(shape[shape.length - 1]);
    List<String> names = model.labels();
    return names.size() == outputs ? names : LabelNames.numbered(outputs);
  }

  private static float[] copy(FloatBuffer output, int size, int tokens) {
    float[] row = new float[size];
    output.get(row);
    return row;
  }

  Tokenizer tokenizer() {
    return tokenizer;
  }

  /** Maximum number of tokens of an input. */
  int maxLength() {
    return maxLength;
  }

  /** Names of the outputs of a classifier. */
  List<String> labels() {
    return labels;
  }

  /** Returns the logits of each input. */
  float[][] run(List<Encoding> inputs) {
    float[][] rows = new float[inputs.size()][];
    for (int from = 0; from < rows.length; from += WINDOW) {
      List<Encoding> window = inputs.subList(from, Math.min(from + WINDOW, rows.length));
      float[][] logits = runner.submit(window.stream().map(TokenSequence::of).toList()).await();
      System.arraycopy(logits, 0, rows, from, logits.length);
    }
    return rows;
  }

  /** Running inputs are completed first. Closing twice has no effect. */
  @Override
  public void close() {
    runner.close();
  }
}
