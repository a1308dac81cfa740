// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.sparse;

import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.isogloss.core.Encoder;
import org.isogloss.core.Role;
import org.isogloss.core.SparseEncoder;
import org.isogloss.core.SparseVector;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.modelio.sparse.SparseHead;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.runtime.export.GraphOutputs;
import org.isogloss.runtime.export.OnnxExportOptions;
import org.isogloss.runtime.inference.BatchRunner;
import org.isogloss.runtime.inference.GraphFile;
import org.isogloss.runtime.inference.InferenceDevice;
import org.isogloss.runtime.inference.OnnxSession;
import org.isogloss.runtime.inference.TokenSequence;
import org.isogloss.runtime.inference.TokenWeights;
import org.isogloss.text.Tokenizer;

/**
 * Encodes texts as weights of the tokens of a vocabulary, by a transformer with a {@link
 * SparseHead}. If the model has weights of tokens in queries, a query needs no transformer: its
 * tokens have these weights.
 */
public final class OnnxSparseEncoder implements SparseEncoder {
  /** Number of texts that are tokenized together. */
  private static final int WINDOW = 256;

  private final Tokenizer tokenizer;
  private final EncodingSettings settings;
  private final int maxLength;
  private final int specialTokens;
  private final int vocabularySize;
  private final boolean expands;
  private final Optional<float[]> queryWeights;
  private final TokenWeights weights;
  private final String fingerprint;
  private final BatchRunner runner;

  private OnnxSparseEncoder(ModelFolder model, SparseHead head, InferenceOptions options) {
    tokenizer = model.tokenizer();
    settings = model.encoding();
    maxLength = Math.min(settings.maxLength(), model.architecture().maxLength());
    specialTokens = tokenizer.encode("", maxLength).size();
    vocabularySize = model.vocabularySize();
    expands = head.kind().expands();
    queryWeights = head.queryWeights(vocabularySize);
    weights = new TokenWeights(tokenizer);
    GraphFile graph =
        GraphFile.findOrExport(
            model, OnnxExportOptions.forPrecision(options.precision()).withHiddenStates(!expands));
    OnnxSession session = OnnxSession.open(graph, InferenceDevice.of(options.device()));
    try {
      fingerprint = graph.fingerprint();
      runner =
          new BatchRunner(
              session,
              output(session),
              expands ? OnnxSparseEncoder::pack : BatchRunner::copy,
              options.threads());
    } catch (RuntimeException e) {
      session.close();
      throw e;
    }
  }

  /**
   * Opens a model.
   *
   * @param model may be closed afterwards
   * @throws ModelFormatException if the model computes no weights of terms, or is damaged
   */
  public static OnnxSparseEncoder open(ModelFolder model, InferenceOptions options) {
    SparseHead head =
        model
            .sparseHead()
            .orElseThrow(
                () ->
                    new ModelFormatException(
                        model.root(),
                        "has no weights of terms, expected a model with SpladePooling in"
                            + " modules.json, or with "
                            + SparseHead.LINEAR));
    return new OnnxSparseEncoder(model, head, options);
  }

  private String output(OnnxSession session) {
    String expected = expands ? GraphOutputs.TERM_WEIGHTS : GraphOutputs.TOKEN_WEIGHTS;
    if (!session.outputs().contains(expected)) {
      throw new ModelFormatException(
          session.file(),
          "has the outputs "
              + session.outputs()
              + ", expected "
              + expected
              + ": export the graph again");
    }
    return expected;
  }

  /** Returns the terms with a weight above 0, then their weights; ids are exact as floats. */
  private static float[] pack(FloatBuffer output, int size, int tokens) {
    float[] packed = new float[2 * size];
    int count = 0;
    for (int term = 0; term < size; term++) {
      float weight = output.get();
      if (weight > 0) {
        packed[2 * count] = term;
        packed[2 * count + 1] = weight;
        count++;
      }
    }
    return Arrays.copyOf(packed, 2 * count);
  }

  @Override
  public String fingerprint() {
    return fingerprint;
  }

  @Override
  public int vocabularySize() {
    return vocabularySize;
  }

  @Override
  public String term(int id) {
    return id < tokenizer.vocabularySize() ? tokenizer.token(id) : "[" + id + "]";
  }

  @Override
  public boolean fits(String text, Role role) {
    return tokenizer.ids(settings.prefix(role) + text).length + specialTokens <= maxLength;
  }

  @Override
  public List<SparseVector> encode(List<String> texts, Role role) {
    List<SparseVector> vectors = new ArrayList<>(texts.size());
    for (int from = 0; from < texts.size(); from += WINDOW) {
      List<String> window = texts.subList(from, Math.min(from + WINDOW, texts.size()));
      vectors.addAll(
          role == Role.QUERY && queryWeights.isPresent()
              ? window.stream().map(text -> weighTokens(text, queryWeights.get())).toList()
              : run(window, role));
    }
    return vectors;
  }

  private SparseVector weighTokens(String text, float[] byToken) {
    if (Encoder.isBlank(text)) {
      return SparseVector.EMPTY;
    }
    Map<Integer, Float> found = new TreeMap<>();
    int[] ids = tokenizer.ids(settings.prefix(Role.QUERY) + text);
    for (int i = 0; i < Math.min(ids.length, maxLength); i++) {
      found.put(ids[i], byToken[ids[i]]);
    }
    return TokenWeights.of(found);
  }

  private List<SparseVector> run(List<String> texts, Role role) {
    String prefix = settings.prefix(role);
    List<TokenSequence> sequences =
        texts.stream()
            .filter(text -> !Encoder.isBlank(text))
            .map(text -> TokenSequence.of(tokenizer.encode(prefix + text, maxLength), role))
            .toList();
    float[][] results = runner.submit(sequences).await();
    List<SparseVector> vectors = new ArrayList<>(texts.size());
    int next = 0;
    for (String text : texts) {
      if (Encoder.isBlank(text)) {
        vectors.add(SparseVector.EMPTY);
      } else {
        vectors.add(vector(sequences.get(next), results[next]));
        next++;
      }
    }
    return vectors;
  }

  private SparseVector vector(TokenSequence sequence, float[] result) {
    if (!expands) {
      return weights.of(sequence.ids(), result, 0);
    }
    Map<Integer, Float> terms = new TreeMap<>();
    for (int i = 0; i < result.length; i += 2) {
      terms.put((int) result[i], result[i + 1]);
    }
    return TokenWeights.of(terms);
  }

  @Override
  public void close() {
    runner.close();
  }
}
