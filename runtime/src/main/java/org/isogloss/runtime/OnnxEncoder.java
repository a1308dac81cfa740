package org.isogloss.runtime;

import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.isogloss.core.Encoder;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Role;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.runtime.export.GraphOutputs;
import org.isogloss.runtime.inference.BatchRequest;
import org.isogloss.runtime.inference.BatchRunner;
import org.isogloss.runtime.inference.GraphFile;
import org.isogloss.runtime.inference.L2Normalization;
import org.isogloss.runtime.inference.OnnxSession;
import org.isogloss.runtime.inference.TokenSequence;
import org.isogloss.text.Encoding;
import org.isogloss.text.Tokenizer;

/**
 * Encodes with a transformer, run by ONNX Runtime. Callers on many threads share batches; a batch
 * holds texts of one length in pieces, so nothing is computed in vain and a text's vector is the
 * same to the bit whatever stands beside it. Memory follows the length of a batch, not the number
 * of texts.
 *
 * <p>The graph may be ours or another's: it is given those of {@code input_ids}, {@code
 * attention_mask}, {@code token_type_ids} and {@code position_ids} that it declares. Where it has
 * no output {@code sentence_embedding}, the vectors of the pieces are pooled here as the folder
 * says.
 */
public final class OnnxEncoder implements Encoder {
  /** So many texts are cut into pieces ahead of those that run. */
  private static final int WINDOW = 1024;

  /**
   * Limit of a vector's length, several times the widest known: a vector is allocated by the length
   * that the graph declares.
   */
  private static final long MAX_DIMENSION = 1 << 16;

  private final Tokenizer tokenizer;
  private final EncodingSettings settings;
  private final InformativeTokens known;
  private final int maxLength;
  private final int specialTokens;
  private final int dimension;
  private final String fingerprint;
  private final BatchRunner runner;

  private OnnxEncoder(ModelFolder model, InferenceOptions options) {
    tokenizer = model.tokenizer();
    settings = model.encoding();
    known = new InformativeTokens(tokenizer);
    maxLength = Math.min(settings.maxLength(), model.transformerConfig().maxLength());
    specialTokens = tokenizer.encode("", maxLength).size();
    GraphFile graph = GraphFile.findOrExport(model, options.precision());
    OnnxSession session = OnnxSession.open(graph);
    try {
      fingerprint = graph.fingerprint();
      String output = output(session);
      long[] shape = session.shape(output);
      long width = shape[shape.length - 1];
      if (width > MAX_DIMENSION) {
        throw new ModelFormatException(
            session.file(),
            "gives vectors of " + width + " numbers, expected at most " + MAX_DIMENSION);
      }
      dimension = width > 0 ? (int) width : model.dimension();
      runner = new BatchRunner(session, output, reading(shape.length), options.threads());
    } catch (RuntimeException e) {
      session.close();
      throw e;
    }
  }

  /**
   * Opens a model's graph, one of its folder or one that is made of its weights.
   *
   * @param model may be closed afterwards
   * @throws IsoglossException if the model is no transformer, gives no vector for a text, or is
   *     damaged
   */
  public static OnnxEncoder open(ModelFolder model, InferenceOptions options) {
    return new OnnxEncoder(model, options);
  }

  private String output(OnnxSession session) {
    if (session.outputs().contains(GraphOutputs.SENTENCE_EMBEDDING)) {
      return GraphOutputs.SENTENCE_EMBEDDING;
    }
    Optional<String> pieces =
        session.outputs().stream().filter(name -> session.shape(name).length == 3).findFirst();
    if (pieces.isEmpty()) {
      throw new ModelFormatException(
          session.file(),
          "has the outputs "
              + session.outputs()
              + ", expected "
              + GraphOutputs.SENTENCE_EMBEDDING
              + " or the vectors of all pieces: a model that judges pairs is no encoder");
    }
    if (settings.pooling() == Pooling.NONE) {
      throw new ModelFormatException(
          session.file(),
          "gives vectors for pieces, and the folder does not say how they become one: expected"
              + " \"pooling\" in isogloss.json, or 1_Pooling/config.json");
    }
    return pieces.get();
  }

  private BatchRunner.OutputReader reading(int dimensions) {
    if (dimensions == 2) {
      return (output, size, tokens) -> L2Normalization.normalize(copy(output, size));
    }
    return settings.pooling() == Pooling.CLS
        ? (output, size, tokens) -> L2Normalization.normalize(copy(output, size / tokens))
        : OnnxEncoder::mean;
  }

  private static float[] copy(FloatBuffer output, int size) {
    float[] vector = new float[size];
    output.get(vector);
    return vector;
  }

  private static float[] mean(FloatBuffer output, int size, int tokens) {
    float[] sum = new float[size / tokens];
    for (int token = 0; token < tokens; token++) {
      for (int i = 0; i < sum.length; i++) {
        sum[i] += output.get();
      }
    }
    return L2Normalization.normalize(sum);
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
  public float[][] encode(List<String> texts, Role role) {
    float[][] vectors = new float[texts.size()][];
    Optional<Window> running = Optional.empty();
    for (int from = 0; from < texts.size(); from += WINDOW) {
      Window next = start(texts, from, role, vectors);
      running.ifPresent(Window::finish);
      running = Optional.of(next);
    }
    running.ifPresent(Window::finish);
    return vectors;
  }

  @Override
  public boolean fits(String text, Role role) {
    return tokenizer.ids(settings.prefix(role) + text).length + specialTokens <= maxLength;
  }

  /** Some texts that run while the next are cut into pieces. */
  private record Window(BatchRequest call, List<Integer> indices, float[][] vectors) {
    void finish() {
      float[][] results = call.await();
      for (int i = 0; i < results.length; i++) {
        vectors[indices.get(i)] = results[i];
      }
    }
  }

  private Window start(List<String> texts, int from, Role role, float[][] vectors) {
    String prefix = settings.prefix(role);
    List<TokenSequence> sequences = new ArrayList<>();
    List<Integer> places = new ArrayList<>();
    for (int i = from; i < Math.min(from + WINDOW, texts.size()); i++) {
      String text = texts.get(i);
      if (!Encoder.isBlank(text)) {
        Encoding encoding = tokenizer.encode(prefix + text, maxLength);
        if (knowsSomething(encoding, prefix.length())) {
          sequences.add(TokenSequence.of(encoding));
          places.add(i);
          continue;
        }
      }
      vectors[i] = new float[dimension];
    }
    return new Window(runner.submit(sequences), places, vectors);
  }

  private boolean knowsSomething(Encoding encoding, int prefixLength) {
    for (int i = 0; i < encoding.size(); i++) {
      if (encoding.sequenceIds()[i] == Encoding.FIRST
          && encoding.ends()[i] > prefixLength
          && known.contains(encoding.ids()[i])) {
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
