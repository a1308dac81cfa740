// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.rerank;

import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.isogloss.core.Encoder;
import org.isogloss.core.Role;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.runtime.export.OnnxExportOptions;
import org.isogloss.runtime.inference.BatchRunner;
import org.isogloss.runtime.inference.GraphFile;
import org.isogloss.runtime.inference.InferenceDevice;
import org.isogloss.runtime.inference.InformativeTokens;
import org.isogloss.runtime.inference.TokenPooling;
import org.isogloss.runtime.inference.TokenSequence;
import org.isogloss.text.SpecialTokens;
import org.isogloss.text.TokenizedText;
import org.isogloss.text.Tokenizer;
import org.isogloss.text.window.TextWindow;

/**
 * Encodes texts into token vectors with a transformer that is run by ONNX Runtime. The result does
 * not include special tokens and the prefix of the role. A passage that is too long is read in
 * {@link TextWindow windows}, and the result contains the tokens of all windows. A query that is
 * too long is truncated.
 */
final class TokenEncoder implements AutoCloseable {
  /** Number of texts that run at once; each token needs several kilobytes. */
  private static final int WINDOW = 64;

  private final Tokenizer tokenizer;
  private final EncodingSettings settings;
  private final int maxLength;
  private final int hidden;
  private final String graphFingerprint;
  private final InformativeTokens informative;
  private final BatchRunner runner;

  /**
   * Opens the graph of a model.
   *
   * @param model may be closed afterwards
   * @throws ModelFormatException if the graph does not output the vectors of all tokens
   */
  TokenEncoder(ModelFolder model, InferenceOptions options) {
    model.requireNoDense("late interaction");
    tokenizer = model.tokenizer();
    settings = model.encoding();
    maxLength = model.maxLength();
    hidden = model.hiddenSize();
    OnnxExportOptions exportOptions =
        OnnxExportOptions.forPrecision(options.precision()).withHiddenStates(true);
    informative = new InformativeTokens(tokenizer);
    GraphFile graph = GraphFile.findOrExport(model, exportOptions);
    runner =
        BatchRunner.ofTokenVectors(graph, new InferenceDevice(options.device()), options.threads());
    try {
      graphFingerprint = graph.fingerprint();
    } catch (RuntimeException e) {
      runner.close();
      throw e;
    }
  }

  Tokenizer tokenizer() {
    return tokenizer;
  }

  /** Identifies the model, with its graph, that computes the vectors. */
  String fingerprint() {
    return graphFingerprint;
  }

  /** Returns the number of dimensions of a token vector. */
  int hidden() {
    return hidden;
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

  /**
   * A text that is read in windows.
   *
   * @param tokens the tokens of the prefix followed by those of the text
   * @param firstToken index of the first token of the text in the sequence that the model reads
   * @param windows the windows, as ranges of {@code tokens}
   */
  private record Split(TokenizedText tokens, int firstToken, List<TextWindow> windows) {}

  private List<TokenEmbeddings> encodeWindow(List<String> texts, Role role) {
    List<TokenSequence> sequences = new ArrayList<>();
    List<Split> splits = new ArrayList<>();
    for (String text : texts) {
      splits.add(split(text, role, sequences));
    }
    float[][] vectorsByWindow = runner.submit(sequences).await();
    List<TokenEmbeddings> encoded = new ArrayList<>();
    int next = 0;
    for (int i = 0; i < splits.size(); i++) {
      Split split = splits.get(i);
      TokenizedText tokens = tokensOf(split, settings.prefix(role).length());
      float[] vectors = new float[tokens.size() * hidden];
      float[] pooled =
          isInformative(texts.get(i), tokens) ? pool(vectorsByWindow[next]) : new float[hidden];
      int offset = 0;
      for (TextWindow part : split.windows) {
        System.arraycopy(
            vectorsByWindow[next++],
            split.firstToken * hidden,
            vectors,
            offset * hidden,
            part.size() * hidden);
        offset += part.size();
      }
      encoded.add(new TokenEmbeddings(tokens, vectors, pooled));
    }
    return encoded;
  }

  private boolean isInformative(String text, TokenizedText tokens) {
    return !Encoder.isBlank(text) && informative.containsAny(tokens.ids(), tokens.size());
  }

  /** Pools the vectors of a text: by their mean if the model has no pooling of its own. */
  private float[] pool(float[] vectors) {
    Pooling own = settings.pooling();
    return TokenPooling.pool(
        FloatBuffer.wrap(vectors),
        vectors.length / hidden,
        hidden,
        own == Pooling.NONE ? Pooling.MEAN : own);
  }

  /**
   * Returns the tokens of a text that {@link #encode} returns vectors of, without running the
   * model.
   */
  TokenizedText tokens(String text, Role role) {
    return tokensOf(split(text, role, new ArrayList<>()), settings.prefix(role).length());
  }

  /** Returns the tokens of all windows of a text. */
  private static TokenizedText tokensOf(Split split, int prefixLength) {
    int size = split.windows.stream().mapToInt(TextWindow::size).sum();
    int[] ids = new int[size];
    int[] starts = new int[size];
    int[] ends = new int[size];
    int offset = 0;
    for (TextWindow part : split.windows) {
      for (int j = part.from(); j < part.to(); j++) {
        ids[offset] = split.tokens.ids()[j];
        // The first token can begin with the space at the end of the prefix.
        starts[offset] = Math.max(0, split.tokens.starts()[j] - prefixLength);
        ends[offset] = split.tokens.ends()[j] - prefixLength;
        offset++;
      }
    }
    return new TokenizedText(ids, starts, ends);
  }

  /** Splits a text into windows, and adds the sequences that the model reads. */
  private Split split(String text, Role role, List<TokenSequence> sequences) {
    String prefix = settings.prefix(role);
    TokenizedText tokens = tokenizer.tokenize(prefix + text);
    SpecialTokens special = tokenizer.specialTokens();
    int prefixTokens = 0;
    while (prefixTokens < tokens.size() && tokens.ends()[prefixTokens] <= prefix.length()) {
      prefixTokens++;
    }
    int firstToken = special.prefix().length + prefixTokens;
    int maxTokens = Math.max(1, maxLength - firstToken - special.suffix().length);
    int read = tokens.size() - prefixTokens;
    List<TextWindow> windows = new ArrayList<>();
    for (TextWindow part :
        TextWindow.split(role == Role.QUERY ? Math.min(read, maxTokens) : read, maxTokens)) {
      TextWindow shifted = new TextWindow(prefixTokens + part.from(), prefixTokens + part.to());
      TokenizedText joined = joined(tokens, prefixTokens, shifted.from(), shifted.to());
      sequences.add(TokenSequence.of(special.addTo(joined, maxLength)));
      windows.add(shifted);
    }
    return new Split(tokens, firstToken, windows);
  }

  /** Returns the first tokens followed by those of a window. */
  private static TokenizedText joined(TokenizedText encoded, int firstToken, int from, int to) {
    return new TokenizedText(
        joined(encoded.ids(), firstToken, from, to),
        joined(encoded.starts(), firstToken, from, to),
        joined(encoded.ends(), firstToken, from, to));
  }

  private static int[] joined(int[] encoded, int firstToken, int from, int to) {
    int[] joined = Arrays.copyOf(encoded, firstToken + to - from);
    System.arraycopy(encoded, from, joined, firstToken, to - from);
    return joined;
  }

  /** Running texts are completed first. Closing twice has no effect. */
  @Override
  public void close() {
    runner.close();
  }
}
