// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import org.isogloss.core.CountingEncoder;
import org.isogloss.core.Encoder;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Role;
import org.isogloss.core.ScoreProbability;
import org.isogloss.core.Span;
import org.isogloss.core.SpanEncoder;
import org.isogloss.core.util.UnitVectors;
import org.isogloss.modelio.LateInteractionTables;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.dense.DenseLayer;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.runtime.inference.BatchRequest;
import org.isogloss.runtime.inference.BatchRunner;
import org.isogloss.runtime.inference.EncoderOutput;
import org.isogloss.runtime.inference.GraphFile;
import org.isogloss.runtime.inference.InferenceDevice;
import org.isogloss.runtime.inference.InformativeTokens;
import org.isogloss.runtime.inference.OnnxSession;
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
 * input_ids}, {@code attention_mask}, {@code token_type_ids}, {@code position_ids} and {@code
 * role_ids} that it declares; {@link EncoderOutput} states which of its outputs are used. Token
 * vectors are pooled as the folder states.
 */
public final class OnnxEncoder implements CountingEncoder {
  /** Number of texts that are tokenized while the previous ones are running. */
  private static final int WINDOW = 1024;

  /** A text of which every model knows tokens. */
  private static final String SAMPLE = "The library opens at nine; la bibliothèque ouvre à 9 h.";

  /** Maximum difference between equal vectors of two passes, in half precision. */
  private static final float TOLERANCE = 2e-3f;

  private final Tokenizer tokenizer;
  private final EncodingSettings settings;
  private final InformativeTokens informative;
  private final int maxLength;
  private final int specialTokens;
  private final int dimension;
  private final String fingerprint;
  private final Optional<ScoreProbability> probability;

  /** Opens the graph. */
  private final Supplier<OpenGraph> opener;

  /** Opens a graph that outputs the vectors of all tokens. */
  private final Supplier<LateChunkingEncoder> spansOpener;

  private Optional<OpenGraph> opened = Optional.empty();
  private Optional<LateChunkingEncoder> spans = Optional.empty();
  private boolean closed;

  /**
   * An open graph.
   *
   * @param dimension number of dimensions of its vectors
   * @param runner computes the vector of each sequence
   */
  private record OpenGraph(int dimension, BatchRunner runner) {}

  private OnnxEncoder(ModelFolder model, InferenceOptions options, boolean deferred) {
    tokenizer = model.tokenizer();
    settings = model.encoding();
    // That of a re-ranker is for its own scores.
    probability =
        LateInteractionTables.existsIn(model) || model.tokenVectorHead().isPresent()
            ? Optional.empty()
            : model.manifest().probability();
    informative = new InformativeTokens(tokenizer);
    maxLength = model.maxLength();
    specialTokens = tokenizer.encode("", maxLength).size();
    GraphFile graph = GraphFile.findOrExport(model, options.precision());
    opener = () -> open(model, graph, options);
    spansOpener = () -> openSpans(model, graph, options);
    try {
      fingerprint = graph.fingerprint();
    } catch (RuntimeException e) {
      graph.close();
      throw e;
    }
    dimension = deferred && graph.isOwn() ? truncated(model.dimension()) : running().dimension();
  }

  /**
   * Opens the graph of a model, or exports it from the weights if there is none.
   *
   * @param model may be closed afterwards, unless {@link #spans} is called
   * @throws IsoglossException if the model is not a transformer, does not produce a vector for a
   *     text, or is damaged
   */
  public static OnnxEncoder open(ModelFolder model, InferenceOptions options) {
    return new OnnxEncoder(model, options, /* deferred= */ false);
  }

  /**
   * Creates an encoder that opens the graph only to encode the first text, which saves time and
   * memory if none follows. A graph that Isogloss did not write, or has to write, is opened at
   * once.
   *
   * @param model must stay open
   * @throws IsoglossException like {@link #open}; a damaged graph is found with the first text
   */
  public static OnnxEncoder openDeferred(ModelFolder model, InferenceOptions options) {
    return new OnnxEncoder(model, options, /* deferred= */ true);
  }

  private OpenGraph open(ModelFolder model, GraphFile graph, InferenceOptions options) {
    OnnxSession session = OnnxSession.open(graph, InferenceDevice.of(options.device()));
    try {
      EncoderOutput output = EncoderOutput.of(session);
      requirePooling(session, output);
      // A graph from elsewhere may end before the pooling and the dense layers.
      List<DenseLayer> dense = output.pooled() ? List.of() : model.denseLayers();
      int width =
          truncated(
              output.width().isPresent() && dense.isEmpty()
                  ? output.width().getAsInt()
                  : model.dimension());
      BatchRunner.OutputReader reader =
          (values, size, tokens) ->
              truncate(
                  output.vector(values, size, tokens, tokens, settings.pooling(), dense), width);
      return new OpenGraph(
          width, new BatchRunner(session, output.name(), reader, options.threads()));
    } catch (RuntimeException e) {
      session.close();
      throw e;
    }
  }

  private LateChunkingEncoder openSpans(
      ModelFolder model, GraphFile graph, InferenceOptions options) {
    if (settings.pooling() != Pooling.MEAN) {
      throw cannotEncodeSpans(
          model,
          "pools the vectors of tokens by "
              + settings.pooling().name().toLowerCase(Locale.ROOT)
              + ", expected mean");
    }
    String noStates = "its graph does not output the vectors of all tokens";
    GraphFile complete =
        graph.withTokenStates().orElseThrow(() -> cannotEncodeSpans(model, noStates));
    OnnxSession session = OnnxSession.open(complete, InferenceDevice.of(options.device()));
    BatchRunner runner;
    try {
      EncoderOutput states =
          EncoderOutput.ofTokens(session).orElseThrow(() -> cannotEncodeSpans(model, noStates));
      runner = new BatchRunner(session, states.name(), BatchRunner::copy, options.threads());
    } catch (RuntimeException e) {
      session.close();
      throw e;
    }
    LateChunkingEncoder contextual =
        new LateChunkingEncoder(
            tokenizer, settings, maxLength, model.denseLayers(), dimension, runner);
    try {
      requireSamePooling(model, contextual);
      return contextual;
    } catch (RuntimeException e) {
      contextual.close();
      throw e;
    }
  }

  /** A graph of another program may not pool as its folder states. */
  private void requireSamePooling(ModelFolder model, LateChunkingEncoder contextual) {
    float[] expected = encode(List.of(SAMPLE), Role.PASSAGE)[0];
    SpanEncoder.Passages whole =
        new SpanEncoder.Passages("", SAMPLE, List.of(new Span(0, SAMPLE.length())));
    float[] found = contextual.encode(List.of(whole), Role.PASSAGE).getFirst()[0];
    float difference = 0;
    for (int i = 0; i < dimension; i++) {
      difference = Math.max(difference, Math.abs(found[i] - expected[i]));
    }
    if (difference > TOLERANCE) {
      throw cannotEncodeSpans(
          model,
          "the mean of the vectors of tokens differs by "
              + difference
              + " from the vector of the text, in a dimension");
    }
  }

  private static IsoglossException cannotEncodeSpans(ModelFolder model, String problem) {
    return new IsoglossException(
        model.path()
            + ": cannot encode passages in the context of their documents: "
            + problem
            + "; use another model, or index without late chunking");
  }

  private int truncated(int width) {
    return Math.min(width, settings.dimension().orElse(width));
  }

  private synchronized OpenGraph running() {
    if (closed) {
      throw new IllegalStateException("the model is closed");
    }
    if (opened.isEmpty()) {
      opened = Optional.of(opener.get());
    }
    return opened.get();
  }

  private void requirePooling(OnnxSession session, EncoderOutput output) {
    if (!output.pooled() && settings.pooling() == Pooling.NONE) {
      throw new ModelFormatException(
          session.file(),
          "has token vectors as its output, and the folder does not state their pooling: expected"
              + " \"pooling\" in isogloss.json, or 1_Pooling/config.json");
    }
  }

  /** Keeps the first dimensions of a vector, with unit length. */
  static float[] truncate(float[] vector, int dimension) {
    if (vector.length < dimension) {
      throw new IsoglossException(
          "the graph computed a vector of "
              + vector.length
              + " dimensions, expected "
              + dimension
              + " as the folder states: import the model again");
    }
    return vector.length > dimension
        ? UnitVectors.normalize(Arrays.copyOf(vector, dimension))
        : vector;
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
  public Optional<ScoreProbability> probability() {
    return probability;
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

  /**
   * Returns an encoder of passages in their contexts. It opens the graph once more, which takes the
   * memory of a second model.
   *
   * @throws IsoglossException if the model does not pool by the mean, or its graph, of another
   *     program, does not output the vectors of all tokens
   */
  @Override
  public synchronized SpanEncoder spans() {
    if (closed) {
      throw new IllegalStateException("the model is closed");
    }
    if (spans.isEmpty()) {
      spans = Optional.of(spansOpener.get());
    }
    return spans.get();
  }

  /** Number of batches that the model has run. */
  public synchronized long batches() {
    return opened.map(graph -> graph.runner().batches()).orElse(0L);
  }

  /** Number of texts in these batches; divided by {@link #batches}, it is the mean batch size. */
  public synchronized long batchedTexts() {
    return opened.map(graph -> graph.runner().batchedSequences()).orElse(0L);
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
          sequences.add(TokenSequence.of(encoding, role));
          indices.add(i);
          continue;
        }
      }
      vectors[i] = new float[dimension];
    }
    return new Window(running().runner().submit(sequences), indices, vectors);
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
  public synchronized void close() {
    closed = true;
    spans.ifPresent(LateChunkingEncoder::close);
    opened.map(OpenGraph::runner).ifPresent(BatchRunner::close);
  }
}
