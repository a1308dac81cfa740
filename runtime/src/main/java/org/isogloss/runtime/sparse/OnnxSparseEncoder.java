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
import org.isogloss.core.io.Checksums;
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
import org.isogloss.text.SpecialTokens;
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
  private final int[] unused;
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
    SpecialTokens special = tokenizer.specialTokens();
    unused = special.ids().stream().mapToInt(Integer::intValue).sorted().toArray();
    GraphFile graph =
        GraphFile.findOrExport(
            model, OnnxExportOptions.forPrecision(options.precision()).withHiddenStates(!expands));
    int hidden = model.architecture().hiddenSize();
    InferenceDevice device = new InferenceDevice(options.device());
    if (expands) {
      OnnxSession session = OnnxSession.open(graph, device);
      try {
        runner =
            new BatchRunner(session, output(session), OnnxSparseEncoder::pack, options.threads());
      } catch (RuntimeException e) {
        session.close();
        throw e;
      }
    } else {
      SparseHead.Linear linear = head.linear(hidden);
      runner =
          BatchRunner.ofHiddenStates(
              graph,
              device,
              (states, size, tokens) -> weigh(states, tokens, linear),
              options.threads());
    }
    try {
      fingerprint = expands ? graph.fingerprint() : fingerprint(graph, head.linear(hidden));
    } catch (RuntimeException e) {
      runner.close();
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

  private static String fingerprint(GraphFile graph, SparseHead.Linear linear) {
    return Checksums.sha256(
        graph.fingerprint() + Arrays.toString(linear.weights()) + linear.bias());
  }

  private String output(OnnxSession session) {
    if (!session.outputs().contains(GraphOutputs.TERM_WEIGHTS)) {
      throw new ModelFormatException(
          session.file(),
          "has the outputs "
              + session.outputs()
              + ", expected "
              + GraphOutputs.TERM_WEIGHTS
              + ": export the graph again");
    }
    return GraphOutputs.TERM_WEIGHTS;
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

  /** Returns the weight of each token. */
  private static float[] weigh(FloatBuffer states, int tokens, SparseHead.Linear linear) {
    float[] weights = new float[tokens];
    for (int token = 0; token < tokens; token++) {
      double sum = linear.bias();
      for (float weight : linear.weights()) {
        sum += (double) weight * states.get();
      }
      weights[token] = (float) Math.max(0, sum);
    }
    return weights;
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
              : run(window, settings.prefix(role)));
    }
    return vectors;
  }

  private SparseVector weighTokens(String text, float[] weights) {
    if (Encoder.isBlank(text)) {
      return SparseVector.EMPTY;
    }
    Map<Integer, Float> found = new TreeMap<>();
    int[] ids = tokenizer.ids(settings.prefix(Role.QUERY) + text);
    for (int i = 0; i < Math.min(ids.length, maxLength); i++) {
      found.put(ids[i], weights[ids[i]]);
    }
    return vector(found);
  }

  private List<SparseVector> run(List<String> texts, String prefix) {
    List<TokenSequence> sequences =
        texts.stream()
            .filter(text -> !Encoder.isBlank(text))
            .map(text -> TokenSequence.of(tokenizer.encode(prefix + text, maxLength)))
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
    Map<Integer, Float> weights = new TreeMap<>();
    if (expands) {
      for (int i = 0; i < result.length; i += 2) {
        weights.put((int) result[i], result[i + 1]);
      }
    } else {
      for (int i = 0; i < result.length; i++) {
        int id = sequence.ids()[i];
        if (Arrays.binarySearch(unused, id) < 0) {
          weights.merge(id, result[i], Math::max);
        }
      }
    }
    return vector(weights);
  }

  private static SparseVector vector(Map<Integer, Float> weights) {
    weights.values().removeIf(weight -> weight <= 0);
    float[] values = new float[weights.size()];
    int next = 0;
    for (float weight : weights.values()) {
      values[next++] = weight;
    }
    return new SparseVector(
        weights.keySet().stream().mapToInt(Integer::intValue).toArray(), values);
  }

  @Override
  public void close() {
    runner.close();
  }
}
