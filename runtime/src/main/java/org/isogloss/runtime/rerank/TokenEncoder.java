// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.rerank;

import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.isogloss.core.Role;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.runtime.export.GraphOutputs;
import org.isogloss.runtime.export.OnnxExportOptions;
import org.isogloss.runtime.inference.BatchRunner;
import org.isogloss.runtime.inference.GraphFile;
import org.isogloss.runtime.inference.OnnxSession;
import org.isogloss.runtime.inference.TokenSequence;
import org.isogloss.text.SpecialTokens;
import org.isogloss.text.TokenizedText;
import org.isogloss.text.Tokenizer;

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
  private final BatchRunner runner;

  /**
   * Opens the graph of a model.
   *
   * @param model may be closed afterwards
   * @throws ModelFormatException if the graph does not output the vectors of all tokens
   */
  TokenEncoder(ModelFolder model, InferenceOptions options) {
    tokenizer = model.tokenizer();
    settings = model.encoding();
    maxLength = Math.min(settings.maxLength(), model.transformerConfig().maxLength());
    hidden = model.dimension();
    OnnxExportOptions exportOptions =
        OnnxExportOptions.forPrecision(options.precision()).withHiddenStates(true);
    OnnxSession session = OnnxSession.open(GraphFile.findOrExport(model, exportOptions));
    try {
      runner = new BatchRunner(session, output(session), TokenEncoder::copy, options.threads());
    } catch (RuntimeException e) {
      session.close();
      throw e;
    }
  }

  private static String output(OnnxSession session) {
    if (!session.outputs().contains(GraphOutputs.LAST_HIDDEN_STATE)) {
      throw new ModelFormatException(
          session.file(),
          "has the outputs "
              + session.outputs()
              + ", expected "
              + GraphOutputs.LAST_HIDDEN_STATE
              + ": export the graph again with the hidden states as an output");
    }
    return GraphOutputs.LAST_HIDDEN_STATE;
  }

  private static float[] copy(FloatBuffer output, int size, int tokens) {
    float[] vectorsByWindow = new float[size];
    output.get(vectorsByWindow);
    return vectorsByWindow;
  }

  Tokenizer tokenizer() {
    return tokenizer;
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
    String prefix = settings.prefix(role);
    List<TokenSequence> sequences = new ArrayList<>();
    List<Split> splits = new ArrayList<>();
    for (String text : texts) {
      splits.add(split(tokenizer.tokenize(prefix + text), prefix.length(), role, sequences));
    }
    float[][] vectorsByWindow = runner.submit(sequences).await();
    List<TokenEmbeddings> encoded = new ArrayList<>();
    int next = 0;
    for (Split split : splits) {
      int size = split.windows.stream().mapToInt(TextWindow::size).sum();
      int[] ids = new int[size];
      int[] starts = new int[size];
      int[] ends = new int[size];
      float[] vectors = new float[size * hidden];
      int offset = 0;
      for (TextWindow part : split.windows) {
        for (int j = 0; j < part.size(); j++) {
          ids[offset + j] = split.tokens.ids()[part.from() + j];
          // The first token can begin with the space at the end of the prefix.
          starts[offset + j] =
              Math.max(0, split.tokens.starts()[part.from() + j] - prefix.length());
          ends[offset + j] = split.tokens.ends()[part.from() + j] - prefix.length();
        }
        System.arraycopy(
            vectorsByWindow[next++],
            split.firstToken * hidden,
            vectors,
            offset * hidden,
            part.size() * hidden);
        offset += part.size();
      }
      encoded.add(new TokenEmbeddings(ids, starts, ends, vectors));
    }
    return encoded;
  }

  private Split split(
      TokenizedText tokens, int prefixLength, Role role, List<TokenSequence> sequences) {
    SpecialTokens special = tokenizer.specialTokens();
    int prefixTokens = 0;
    while (prefixTokens < tokens.size() && tokens.ends()[prefixTokens] <= prefixLength) {
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
