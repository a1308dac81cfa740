// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime;

import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.isogloss.core.CountingEncoder;
import org.isogloss.core.Encoder;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Role;
import org.isogloss.core.util.UnitVectors;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.dense.DenseLayer;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.runtime.export.GraphOutputs;
import org.isogloss.runtime.inference.BatchRequest;
import org.isogloss.runtime.inference.BatchRunner;
import org.isogloss.runtime.inference.GraphFile;
import org.isogloss.runtime.inference.InferenceDevice;
import org.isogloss.runtime.inference.InformativeTokens;
import org.isogloss.runtime.inference.OnnxSession;
import org.isogloss.runtime.inference.TokenPooling;
import org.isogloss.runtime.inference.TokenSequence;
import org.isogloss.text.Encoding;
import org.isogloss.text.Tokenizer;

/**
 * Encodes texts with a transformer that is run by ONNX Runtime. Concurrent callers share batches.
 * All texts of a batch have the same number of tokens; so no computation is wasted on padding, and
 * the vector of a text is bitwise identical whatever the other texts are. Memory use depends on the
 * size of a batch, not on the number of texts.
 *
 * <p>The graph can be exported by Isogloss or by another program. It is given those of {@code
 * input_ids}, {@code attention_mask}, {@code token_type_ids} and {@code position_ids} that it
 * declares. If it has no output {@code sentence_embedding}, the token vectors are pooled as the
 * folder states.
 */
public final class OnnxEncoder implements CountingEncoder {
  /** Number of texts that are tokenized while the previous ones are running. */
  private static final int WINDOW = 1024;

  /**
   * Maximum dimension of a vector, several times the largest known, because vectors are allocated
   * with the dimension that the graph declares.
   */
  private static final long MAX_DIMENSION = 1 << 16;

  private final Tokenizer tokenizer;
  private final EncodingSettings settings;
  private final InformativeTokens informative;
  private final int maxLength;
  private final int specialTokens;
  private final int dimension;
  private final String fingerprint;
  private final BatchRunner runner;

  private OnnxEncoder(ModelFolder model, InferenceOptions options) {
    tokenizer = model.tokenizer();
    settings = model.encoding();
    informative = new InformativeTokens(tokenizer);
    maxLength = Math.min(settings.maxLength(), model.architecture().maxLength());
    specialTokens = tokenizer.encode("", maxLength).size();
    GraphFile graph = GraphFile.findOrExport(model, options.precision());
    OnnxSession session = OnnxSession.open(graph, new InferenceDevice(options.device()));
    try {
      fingerprint = graph.fingerprint();
      String output = output(session);
      long[] shape = session.shape(output);
      long width = shape[shape.length - 1];
      if (width > MAX_DIMENSION) {
        throw new ModelFormatException(
            session.file(),
            "has vectors of dimension " + width + ", expected at most " + MAX_DIMENSION);
      }
      // A graph from elsewhere may end before the pooling and the dense layers.
      List<DenseLayer> dense = shape.length == 3 ? model.denseLayers() : List.of();
      int all = width > 0 && dense.isEmpty() ? (int) width : model.dimension();
      dimension = Math.min(all, settings.dimension().orElse(all));
      runner = new BatchRunner(session, output, readerFor(shape.length, dense), options.threads());
    } catch (RuntimeException e) {
      session.close();
      throw e;
    }
  }

  /**
   * Opens the graph of a model, or exports it from the weights if there is none.
   *
   * @param model may be closed afterwards
   * @throws IsoglossException if the model is not a transformer, does not produce a vector for a
   *     text, or is damaged
   */
  public static OnnxEncoder open(ModelFolder model, InferenceOptions options) {
    return new OnnxEncoder(model, options);
  }

  private String output(OnnxSession session) {
    if (session.outputs().contains(GraphOutputs.SENTENCE_EMBEDDING)) {
      return GraphOutputs.SENTENCE_EMBEDDING;
    }
    Optional<String> tokenVectors =
        session.outputs().stream().filter(name -> session.shape(name).length == 3).findFirst();
    if (tokenVectors.isEmpty()) {
      throw new ModelFormatException(
          session.file(),
          "has the outputs "
              + session.outputs()
              + ", expected "
              + GraphOutputs.SENTENCE_EMBEDDING
              + " or the vectors of all tokens: a cross-encoder cannot encode texts");
    }
    if (settings.pooling() == Pooling.NONE) {
      throw new ModelFormatException(
          session.file(),
          "has token vectors as its output, and the folder does not state their pooling: expected"
              + " \"pooling\" in isogloss.json, or 1_Pooling/config.json");
    }
    return tokenVectors.get();
  }

  private BatchRunner.OutputReader readerFor(int dimensions, List<DenseLayer> dense) {
    return dimensions == 2
        ? (output, size, tokens) -> shortened(copy(output, size))
        : (output, size, tokens) ->
            shortened(TokenPooling.pool(output, tokens, size / tokens, settings.pooling(), dense));
  }

  /** Keeps the first dimensions of a vector, with unit length. */
  private float[] shortened(float[] vector) {
    return UnitVectors.normalize(
        vector.length > dimension ? Arrays.copyOf(vector, dimension) : vector);
  }

  private static float[] copy(FloatBuffer output, int size) {
    float[] vector = new float[size];
    output.get(vector);
    return vector;
  }

  @Override
  public int dimension() {
    return dimension;
  }

  @Override
  public String fingerprint() {
    return fingerprint;
  }

  @Override
  public Encoded encodeAndCount(List<String> texts, Role role) {
    float[][] vectors = new float[texts.size()][];
    int[] tokens = new int[texts.size()];
    Optional<Window> running = Optional.empty();
    for (int from = 0; from < texts.size(); from += WINDOW) {
      Window next = start(texts, from, role, vectors, tokens);
      running.ifPresent(Window::finish);
      running = Optional.of(next);
    }
    running.ifPresent(Window::finish);
    return new Encoded(vectors, tokens);
  }

  @Override
  public boolean fits(String text, Role role) {
    return tokenizer.ids(settings.prefix(role) + text).length + specialTokens <= maxLength;
  }

  /** Number of batches that the model has run. */
  public long batches() {
    return runner.batches();
  }

  /** Number of texts in these batches; divided by {@link #batches}, it is the mean batch size. */
  public long batchedTexts() {
    return runner.batchedSequences();
  }

  /** A window of texts that run while the next ones are tokenized. */
  private record Window(BatchRequest request, List<Integer> indices, float[][] vectors) {
    void finish() {
      float[][] results = request.await();
      for (int i = 0; i < results.length; i++) {
        vectors[indices.get(i)] = results[i];
      }
    }
  }

  private Window start(List<String> texts, int from, Role role, float[][] vectors, int[] tokens) {
    String prefix = settings.prefix(role);
    List<TokenSequence> sequences = new ArrayList<>();
    List<Integer> indices = new ArrayList<>();
    for (int i = from; i < Math.min(from + WINDOW, texts.size()); i++) {
      String text = texts.get(i);
      if (!Encoder.isBlank(text)) {
        Encoding encoding = tokenizer.encode(prefix + text, maxLength);
        tokens[i] = encoding.size() - specialTokens;
        if (isInformative(encoding, prefix.length())) {
          sequences.add(TokenSequence.of(encoding));
          indices.add(i);
          continue;
        }
      }
      vectors[i] = new float[dimension];
    }
    return new Window(runner.submit(sequences), indices, vectors);
  }

  private boolean isInformative(Encoding encoding, int prefixLength) {
    for (int i = 0; i < encoding.size(); i++) {
      if (encoding.sequenceIds()[i] == Encoding.FIRST
          && encoding.ends()[i] > prefixLength
          && informative.contains(encoding.ids()[i])) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void close() {
    runner.close();
  }
}
