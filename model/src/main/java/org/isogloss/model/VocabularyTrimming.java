package org.isogloss.model;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Role;
import org.isogloss.text.Tokenizer;

/**
 * Makes a smaller model of a transformer for some of its languages: a vocabulary with only the
 * pieces that texts in these languages need, and the word embedding's rows for them. A text that
 * was made of kept pieces is made of the same pieces afterwards, and the model says the same of it;
 * in other texts words are cut smaller. Single characters, special tokens and what the prefixes
 * need always stay. (Abdaoui et al., "Load What You Need", SustaiNLP 2020.)
 *
 * <p>Count first, then write; not for use by several threads at once.
 */
public final class VocabularyTrimming {
  /** The tensors that have a row for each piece. */
  private static final Set<String> BY_PIECE =
      Set.of("embeddings.word_embeddings.weight", "cls.predictions.bias");

  private static final Pattern BYTE = Pattern.compile("<0x[0-9A-F]{2}>");
  private static final String INSIDE = "##";
  private static final int CHUNK = 1 << 16;

  /**
   * What became of a vocabulary.
   *
   * @param before pieces that there were, rows of the word embedding without a piece included
   * @param after pieces that there are
   * @param occurrences pieces in the texts that were counted
   * @param covered how many of these are of pieces that were kept
   */
  public record Report(int before, int after, long occurrences, long covered) {}

  private final ModelFolder folder;
  private final Tokenizer tokenizer;
  private final long[] counts;
  private long texts;

  /**
   * Opens what is to be trimmed.
   *
   * @throws ModelFormatException if it is no transformer
   */
  public VocabularyTrimming(ModelFolder folder) {
    folder.transformer();
    this.folder = folder;
    this.tokenizer = folder.tokenizer();
    this.counts = new long[tokenizer.vocabularySize()];
  }

  /** Counts the pieces of a text. */
  public void count(String text) {
    for (int id : tokenizer.ids(text)) {
      counts[id]++;
    }
    texts++;
  }

  /**
   * Writes the smaller model.
   *
   * @param to must not exist yet, or be empty; it appears whole or not at all
   * @param minCount how often a piece must have been counted to stay, 1 or more
   * @param name of the model that is made
   * @param sources where the texts are from
   * @throws IsoglossException if nothing was counted, or the folder cannot be written
   */
  public Report write(Path to, int minCount, String name, List<Source> sources) {
    requireNonNull(name, "name is null");
    if (minCount < 1) {
      throw new IllegalArgumentException("minCount is " + minCount + ", expected 1 or more");
    }
    if (texts == 0) {
      throw new IsoglossException("no text was counted: no piece would be left");
    }
    TokenizerTrimming files = new TokenizerTrimming(folder.path(), tokenizer);
    int[] kept = kept(minCount, files.needed());
    TransformerConfig config = folder.transformer();
    long occurrences = 0;
    long covered = 0;
    for (int id = 0; id < counts.length; id++) {
      occurrences += counts[id];
    }
    for (int id : kept) {
      covered += counts[id];
    }
    Report report = new Report(config.vocabularySize(), kept.length, occurrences, covered);
    try (TransformerWeights weights = TransformerWeights.open(folder)) {
      TransformerFolderWriter writer =
          new TransformerFolderWriter(config.withVocabularySize(kept.length), folder.head());
      for (TensorInfo tensor : weights.tensors().values()) {
        if (tensor.type().isFloatingPoint()) {
          add(tensor, weights, kept, writer);
        }
      }
      writer.write(to, made -> files.write(kept, made), manifest(name, report, sources));
    }
    return report;
  }

  private static void add(
      TensorInfo tensor, TransformerWeights weights, int[] kept, TransformerFolderWriter writer) {
    if (!BY_PIECE.contains(tensor.name())) {
      writer.add(tensor, out -> copy(weights, tensor, 0, tensor.elements(), out));
      return;
    }
    List<Long> shape = new ArrayList<>(tensor.shape());
    long width = tensor.elements() / shape.getFirst();
    shape.set(0, (long) kept.length);
    writer.add(
        new TensorInfo(tensor.name(), tensor.type(), shape),
        out -> {
          // Neighbours are copied together.
          for (int first = 0; first < kept.length; ) {
            int end = first + 1;
            while (end < kept.length && kept[end] == kept[end - 1] + 1) {
              end++;
            }
            copy(weights, tensor, kept[first] * width, (end - first) * width, out);
            first = end;
          }
        });
  }

  private static void copy(
      TransformerWeights weights, TensorInfo tensor, long from, long count, TensorOutput out)
      throws IOException {
    for (long at = from; at < from + count; at += CHUNK) {
      FloatBuffer numbers = FloatBuffer.allocate((int) Math.min(CHUNK, from + count - at));
      weights.floats(tensor.name(), at, numbers);
      out.floats(numbers.flip());
    }
  }

  /** The ids that stay, in ascending order. */
  private int[] kept(int minCount, Set<Integer> needed) {
    boolean[] ofPrefixes = new boolean[counts.length];
    for (Role role : Role.values()) {
      for (int id : tokenizer.ids(folder.prefix(role))) {
        ofPrefixes[id] = true;
      }
    }
    // Positions are counted from the padding's id, which must not change.
    int padding = tokenizer.specialTokens().padding();
    return IntStream.range(0, counts.length)
        .filter(
            id ->
                counts[id] >= minCount
                    || id <= padding
                    || ofPrefixes[id]
                    || needed.contains(id)
                    || isSmallest(tokenizer.piece(id)))
        .toArray();
  }

  /** Whether a piece cannot be cut any smaller. */
  private static boolean isSmallest(String piece) {
    boolean inside = piece.startsWith(INSIDE) && piece.length() > INSIDE.length();
    int start = inside ? INSIDE.length() : 0;
    return piece.codePointCount(start, piece.length()) == 1 || BYTE.matcher(piece).matches();
  }

  private ModelManifest manifest(String name, Report report, List<Source> texts) {
    ModelManifest base = folder.manifest();
    List<Source> sources = new ArrayList<>(base.provenance().sources());
    sources.add(new Source(base.name(), folder.fingerprint(), base.licence()));
    sources.addAll(texts);
    String recipe =
        "trimmed from "
            + base.name()
            + ": "
            + report.after()
            + " of "
            + report.before()
            + " pieces";
    return new ModelManifest(
        name, base.licence(), base.encoding(), new Provenance(recipe, 0, sources));
  }
}
