// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.rerank;

import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.isogloss.core.Encoder;
import org.isogloss.core.Role;
import org.isogloss.core.SparseVector;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.TokenProjection;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.modelio.multivector.TokenVectorHead;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.runtime.export.GraphOutputs;
import org.isogloss.runtime.export.OnnxExportOptions;
import org.isogloss.runtime.inference.BatchRunner;
import org.isogloss.runtime.inference.GraphFile;
import org.isogloss.runtime.inference.InferenceDevice;
import org.isogloss.runtime.inference.InformativeTokens;
import org.isogloss.runtime.inference.OnnxSession;
import org.isogloss.runtime.inference.TokenPooling;
import org.isogloss.runtime.inference.TokenSequence;
import org.isogloss.runtime.inference.TokenWeights;
import org.isogloss.text.TokenizedText;
import org.isogloss.text.Tokenizer;

/**
 * Encodes texts into token vectors with a transformer that is run by ONNX Runtime: those of its
 * last layer, or, if the model has a {@link TokenVectorHead}, those that it computes, mapped by a
 * {@link TokenProjection} if there is one. {@link TokenReader} states of which tokens.
 */
final class TokenEncoder implements AutoCloseable {
  /** Number of texts that run at once; each token needs several kilobytes. */
  private static final int WINDOW = 64;

  private final TokenReader reader;
  private final Pooling pooling;

  /** Dimension of what the graph returns for a token. */
  private final int stateDimension;

  private final Optional<TokenProjection> projection;
  private final int pooledDimension;

  /** Converts weights of tokens; empty if the model computes none. */
  private final Optional<TokenWeights> weights;

  private final String fingerprint;
  private final InformativeTokens informative;
  private final BatchRunner runner;

  /**
   * Opens the graph of a model.
   *
   * @param model may be closed afterwards
   * @param projection maps the token vectors of the model
   * @throws ModelFormatException if the graph does not output the vectors of all tokens
   */
  TokenEncoder(ModelFolder model, Optional<TokenProjection> projection, InferenceOptions options) {
    Optional<TokenVectorHead> head = model.tokenVectorHead();
    if (head.isEmpty()) {
      model.requireNoDense("late interaction");
    }
    reader = new TokenReader(model);
    Pooling own = model.encoding().pooling();
    pooling = own == Pooling.NONE ? Pooling.MEAN : own;
    stateDimension = model.tokenVectorDimension();
    this.projection = projection;
    // With a head, the graph pools what the head does not map.
    pooledDimension = head.isPresent() && own != Pooling.NONE ? model.textVectorDimension() : 0;
    weights =
        model
            .sparseHead()
            .filter(sparse -> head.isPresent() && !sparse.kind().expands())
            .map(sparse -> new TokenWeights(reader.tokenizer()));
    informative = new InformativeTokens(reader.tokenizer());
    GraphFile graph =
        GraphFile.findOrExport(
            model, OnnxExportOptions.forPrecision(options.precision()).withHiddenStates(true));
    InferenceDevice device = InferenceDevice.of(options.device());
    runner =
        head.isEmpty()
            ? BatchRunner.ofTokenVectors(graph, device, options.threads())
            : open(OnnxSession.open(graph, device), options.threads());
    try {
      fingerprint = graph.fingerprint() + head.map(stated -> " " + stated.settings()).orElse("");
    } catch (RuntimeException e) {
      runner.close();
      throw e;
    }
  }

  private BatchRunner open(OnnxSession session, int threads) {
    try {
      List<String> outputs = new ArrayList<>();
      if (pooledDimension > 0) {
        outputs.add(GraphOutputs.SENTENCE_EMBEDDING);
      }
      if (weights.isPresent()) {
        outputs.add(GraphOutputs.TOKEN_WEIGHTS);
      }
      outputs.add(GraphOutputs.TOKEN_VECTORS);
      if (!session.outputs().containsAll(outputs)) {
        throw new ModelFormatException(
            session.file(),
            "has the outputs "
                + session.outputs()
                + ", expected "
                + String.join(" and ", outputs)
                + ": export the graph again");
      }
      return new BatchRunner(session, outputs, BatchRunner::copy, threads);
    } catch (RuntimeException e) {
      session.close();
      throw e;
    }
  }

  Tokenizer tokenizer() {
    return reader.tokenizer();
  }

  /** Identifies the model, with its graph, that computes the vectors. */
  String fingerprint() {
    return fingerprint;
  }

  /** Returns the number of dimensions of a token vector. */
  int dimension() {
    return projection.map(TokenProjection::dimension).orElse(stateDimension);
  }

  /** Encodes texts. Memory use is proportional to their total length. */
  List<TokenEmbeddings> encode(List<String> texts, Role role) {
    List<TokenEmbeddings> encoded = new ArrayList<>(texts.size());
    for (int from = 0; from < texts.size(); from += WINDOW) {
      List<String> window = texts.subList(from, Math.min(from + WINDOW, texts.size()));
      encoded.addAll(encodeWindow(window, role));
    }
    return encoded;
  }

  private List<TokenEmbeddings> encodeWindow(List<String> texts, Role role) {
    List<TokenReader.Reading> readings =
        texts.stream().map(text -> reader.read(text, role)).toList();
    List<TokenSequence> sequences =
        readings.stream()
            .flatMap(reading -> reading.windows().stream())
            .map(TokenReader.Window::sequence)
            .toList();
    float[][] outputs = runner.submit(sequences).await();
    List<TokenEmbeddings> encoded = new ArrayList<>();
    int next = 0;
    for (int i = 0; i < readings.size(); i++) {
      TokenReader.Reading reading = readings.get(i);
      TokenizedText tokens = reading.tokens();
      float[] pooled =
          isInformative(texts.get(i), tokens)
              ? pooled(outputs[next], reading.windows().getFirst().sequence().length())
              : new float[pooledDimension > 0 ? pooledDimension : stateDimension];
      Optional<SparseVector> terms = terms(texts.get(i), reading, outputs[next]);
      int dimension = dimension();
      float[] vectors = new float[tokens.size() * dimension];
      int offset = 0;
      for (TokenReader.Window window : reading.windows()) {
        float[] output = outputs[next++];
        int first = firstVector(window.sequence().length());
        for (int token : window.counted()) {
          copyVector(output, first + token * stateDimension, vectors, offset);
          offset += dimension;
        }
      }
      encoded.add(new TokenEmbeddings(tokens, vectors, pooled, terms));
    }
    return encoded;
  }

  private void copyVector(float[] output, int from, float[] vectors, int at) {
    if (projection.isPresent()) {
      projection.get().apply(output, from, vectors, at);
    } else {
      System.arraycopy(output, from, vectors, at, stateDimension);
    }
  }

  private Optional<SparseVector> terms(String text, TokenReader.Reading reading, float[] output) {
    if (Encoder.isBlank(text)) {
      return weights.map(any -> SparseVector.EMPTY);
    }
    int[] ids = reading.windows().getFirst().sequence().ids();
    return weights
        .filter(any -> reading.windows().size() == 1)
        .map(known -> known.of(ids, output, pooledDimension));
  }

  private boolean isInformative(String text, TokenizedText tokens) {
    return !Encoder.isBlank(text) && informative.containsAny(tokens.ids(), tokens.size());
  }

  /** Returns the vector of a text, by the mean of its tokens if the model has no pooling. */
  private float[] pooled(float[] output, int tokens) {
    return pooledDimension > 0
        ? Arrays.copyOf(output, pooledDimension)
        : TokenPooling.pool(
            FloatBuffer.wrap(output).position(firstVector(tokens)),
            tokens,
            stateDimension,
            pooling);
  }

  /** Returns where the token vectors of a sequence begin in its output. */
  private int firstVector(int tokens) {
    return pooledDimension + (weights.isPresent() ? tokens : 0);
  }

  /**
   * Returns the tokens of a text that {@link #encode} returns vectors of, without running the
   * model.
   */
  TokenizedText tokens(String text, Role role) {
    return reader.read(text, role).tokens();
  }

  /** Running texts are completed first. Closing twice has no effect. */
  @Override
  public void close() {
    runner.close();
  }
}
