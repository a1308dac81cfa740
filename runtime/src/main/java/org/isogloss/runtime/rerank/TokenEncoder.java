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
 * Encodes texts piece by piece, with a transformer that ONNX Runtime runs. What the model wants
 * around a text has no part in the result: special tokens, and the prefix of the text's role. A
 * passage that is too long is read in {@link TextWindow parts}; the pieces of all parts count. Of a
 * query that is too long the beginning is read.
 */
final class TokenEncoder implements AutoCloseable {
  /** So many texts run at once; each piece of them takes some kilobytes. */
  private static final int WINDOW = 64;

  private final Tokenizer tokenizer;
  private final EncodingSettings settings;
  private final int maxLength;
  private final int hidden;
  private final BatchRunner runner;

  /**
   * Opens a model's graph.
   *
   * @param model may be closed afterwards
   * @throws ModelFormatException if the graph does not give the vectors of all pieces
   */
  TokenEncoder(ModelFolder model, InferenceOptions options) {
    tokenizer = model.tokenizer();
    settings = model.encoding();
    maxLength = Math.min(settings.maxLength(), model.transformerConfig().maxLength());
    hidden = model.dimension();
    OnnxExportOptions made =
        OnnxExportOptions.forPrecision(options.precision()).withHiddenStates(true);
    OnnxSession session = OnnxSession.open(GraphFile.findOrExport(model, made));
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
              + ": write the graph with isogloss model export --hidden-states");
    }
    return GraphOutputs.LAST_HIDDEN_STATE;
  }

  private static float[] copy(FloatBuffer output, int size, int tokens) {
    float[] numbers = new float[size];
    output.get(numbers);
    return numbers;
  }

  Tokenizer tokenizer() {
    return tokenizer;
  }

  /** Encodes texts. Memory follows the length of them all. */
  List<TokenEmbeddings> encode(List<String> texts, Role role) {
    List<TokenEmbeddings> all = new ArrayList<>(texts.size());
    for (int from = 0; from < texts.size(); from += WINDOW) {
      List<String> some = texts.subList(from, Math.min(from + WINDOW, texts.size()));
      all.addAll(encodeWindow(some, role));
    }
    return all;
  }

  /**
   * A text that is read in parts.
   *
   * @param pieces those of the prefix before its own
   * @param firstToken where a part's own pieces begin in the sequence that the model reads
   * @param parts of all pieces
   */
  private record Split(TokenizedText pieces, int firstToken, List<TextWindow> parts) {}

  private List<TokenEmbeddings> encodeWindow(List<String> texts, Role role) {
    String prefix = settings.prefix(role);
    List<TokenSequence> sequences = new ArrayList<>();
    List<Split> splits = new ArrayList<>();
    for (String text : texts) {
      splits.add(split(tokenizer.tokenize(prefix + text), prefix.length(), role, sequences));
    }
    float[][] numbers = runner.submit(sequences).await();
    List<TokenEmbeddings> all = new ArrayList<>();
    int next = 0;
    for (Split split : splits) {
      int size = split.parts.stream().mapToInt(TextWindow::size).sum();
      int[] ids = new int[size];
      int[] starts = new int[size];
      int[] ends = new int[size];
      float[] vectors = new float[size * hidden];
      int at = 0;
      for (TextWindow part : split.parts) {
        for (int j = 0; j < part.size(); j++) {
          ids[at + j] = split.pieces.ids()[part.from() + j];
          // The first piece may begin with the blank that the prefix ends with.
          starts[at + j] = Math.max(0, split.pieces.starts()[part.from() + j] - prefix.length());
          ends[at + j] = split.pieces.ends()[part.from() + j] - prefix.length();
        }
        System.arraycopy(
            numbers[next++], split.firstToken * hidden, vectors, at * hidden, part.size() * hidden);
        at += part.size();
      }
      all.add(new TokenEmbeddings(ids, starts, ends, vectors));
    }
    return all;
  }

  private Split split(
      TokenizedText pieces, int prefixLength, Role role, List<TokenSequence> sequences) {
    SpecialTokens special = tokenizer.specialTokens();
    int own = 0;
    while (own < pieces.size() && pieces.ends()[own] <= prefixLength) {
      own++;
    }
    int first = special.prefix().length + own;
    int room = Math.max(1, maxLength - first - special.suffix().length);
    int read = pieces.size() - own;
    List<TextWindow> parts = new ArrayList<>();
    for (TextWindow part :
        TextWindow.split(role == Role.QUERY ? Math.min(read, room) : read, room)) {
      TextWindow behindPrefix = new TextWindow(own + part.from(), own + part.to());
      TokenizedText joined = joined(pieces, own, behindPrefix.from(), behindPrefix.to());
      sequences.add(TokenSequence.of(special.addTo(joined, maxLength)));
      parts.add(behindPrefix);
    }
    return new Split(pieces, first, parts);
  }

  /** The first pieces, and behind them those of a part. */
  private static TokenizedText joined(TokenizedText all, int first, int from, int to) {
    return new TokenizedText(
        joined(all.ids(), first, from, to),
        joined(all.starts(), first, from, to),
        joined(all.ends(), first, from, to));
  }

  private static int[] joined(int[] all, int first, int from, int to) {
    int[] joined = Arrays.copyOf(all, first + to - from);
    System.arraycopy(all, from, joined, first, to - from);
    return joined;
  }

  /** What runs is finished first. Closing twice does nothing. */
  @Override
  public void close() {
    runner.close();
  }
}
