// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.transform;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Role;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.manifest.ModelManifest;
import org.isogloss.modelio.manifest.Provenance;
import org.isogloss.modelio.manifest.ProvenanceSource;
import org.isogloss.modelio.safetensors.TensorInfo;
import org.isogloss.modelio.safetensors.TensorOutput;
import org.isogloss.modelio.tokenizer.TokenizerTrimming;
import org.isogloss.modelio.transformer.EncoderConfig;
import org.isogloss.modelio.weights.TransformerFolderWriter;
import org.isogloss.modelio.weights.TransformerWeights;
import org.isogloss.text.Tokenizer;

/**
 * Reduces a transformer to some of its languages: keeps only the tokens that texts in these
 * languages need, and their rows of the word embedding. A text whose tokens are all kept is
 * tokenized as before, and the output of the model for it is unchanged; words of other texts are
 * split into smaller tokens. Single characters, special tokens and the tokens of the prefixes are
 * always kept. (Abdaoui et al., "Load What You Need", SustaiNLP 2020.)
 *
 * <p>Count the texts of each language first, then write the model. Not thread-safe.
 */
public final class VocabularyTrimming {
  /** The tensors with one row per token. */
  private static final Set<String> PER_TOKEN_TENSORS =
      Set.of("embeddings.word_embeddings.weight", "cls.predictions.bias");

  private static final Pattern BYTE = Pattern.compile("<0x[0-9A-F]{2}>");
  private static final String CONTINUATION_PREFIX = "##";
  private static final int CHUNK = 1 << 16;

  /**
   * The result of trimming a vocabulary.
   *
   * @param sizeBefore number of tokens before, including rows of the word embedding without a token
   * @param sizeAfter number of tokens after
   * @param occurrences number of tokens in the counted texts
   * @param coveredOccurrences number of these that are occurrences of kept tokens
   */
  public record TrimmingReport(
      int sizeBefore, int sizeAfter, long occurrences, long coveredOccurrences) {}

  /** Which tokens are kept, besides those that always are. */
  public sealed interface TokenSelection {}

  /**
   * The tokens that were counted often enough.
   *
   * @param minCount minimum count, 1 or more
   */
  public record Counted(long minCount) implements TokenSelection {
    public Counted {
      requireOneOrMore("minCount", minCount);
    }
  }

  /**
   * The tokens with the highest frequency, averaged over languages, that were counted.
   *
   * @param size maximum size of the vocabulary with the tokens that are always kept, 1 or more
   */
  public record MostFrequent(int size) implements TokenSelection {
    public MostFrequent {
      requireOneOrMore("size", size);
    }
  }

  private static void requireOneOrMore(String name, long value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " is " + value + ", expected 1 or more");
    }
  }

  private final ModelFolder folder;
  private final Tokenizer tokenizer;
  private final TokenizerTrimming files;

  /** Counts of all texts. */
  private final long[] counts;

  /** Counts of the texts of the present language. */
  private final long[] languageCounts;

  /** Sums of the relative frequencies in each language. */
  private final double[] frequencies;

  /**
   * Opens the model to be trimmed.
   *
   * @throws ModelFormatException if it is not a transformer, or its tokenizer is BPE
   */
  public VocabularyTrimming(ModelFolder folder) {
    folder.encoderConfig();
    this.folder = folder;
    this.tokenizer = folder.tokenizer();
    this.files = new TokenizerTrimming(folder.path(), tokenizer);
    int size = tokenizer.vocabularySize();
    this.counts = new long[size];
    this.languageCounts = new long[size];
    this.frequencies = new double[size];
  }

  /** Counts the tokens of a text. */
  public void count(String text) {
    for (int id : tokenizer.ids(text)) {
      counts[id]++;
      languageCounts[id]++;
    }
  }

  /**
   * Ends the texts of a language. Each language counts the same in the frequencies of {@link
   * MostFrequent}, however much text it has.
   */
  public void endLanguage() {
    double all = Arrays.stream(languageCounts).sum();
    for (int id = 0; id < languageCounts.length && all > 0; id++) {
      frequencies[id] += languageCounts[id] / all;
    }
    Arrays.fill(languageCounts, 0);
  }

  /**
   * Writes the smaller model.
   *
   * @param target must not exist or be empty; it appears whole or not at all
   * @param selection the tokens to keep
   * @param name the name of the new model
   * @param sources the sources of the texts
   * @throws IsoglossException if nothing was counted, more tokens are always kept than the
   *     selection allows, or the folder cannot be written
   */
  public TrimmingReport write(
      Path target, TokenSelection selection, String name, List<ProvenanceSource> sources) {
    requireNonNull(name, "name is null");
    endLanguage();
    long occurrences = Arrays.stream(counts).sum();
    if (occurrences == 0) {
      throw new IsoglossException("no text was counted: no token would be kept");
    }
    int[] kept = kept(selection);
    EncoderConfig config = folder.encoderConfig();
    TrimmingReport report =
        new TrimmingReport(
            config.architecture().embeddings().vocabularySize(),
            kept.length,
            occurrences,
            Arrays.stream(kept).mapToLong(id -> counts[id]).sum());
    try (TransformerWeights weights = TransformerWeights.open(folder)) {
      TransformerFolderWriter writer =
          TransformerFolderWriter.like(folder, config.keepingTokens(kept), folder.head())
              .labels(folder.labels())
              .dense(folder.denseLayers());
      for (TensorInfo tensor : weights.tensors().values()) {
        if (tensor.type().isFloatingPoint()) {
          add(tensor, weights, kept, writer);
        }
      }
      writer.write(target, made -> files.write(kept, made), manifest(name, report, sources));
    }
    return report;
  }

  private static void add(
      TensorInfo tensor, TransformerWeights weights, int[] kept, TransformerFolderWriter writer) {
    if (!PER_TOKEN_TENSORS.contains(tensor.name())) {
      writer.add(tensor, out -> copy(weights, tensor, 0, tensor.elementCount(), out));
      return;
    }
    List<Long> shape = new ArrayList<>(tensor.shape());
    long width = tensor.elementCount() / shape.getFirst();
    shape.set(0, (long) kept.length);
    writer.add(
        new TensorInfo(tensor.name(), tensor.type(), shape),
        out -> {
          // Adjacent rows are copied together.
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
    for (long offset = from; offset < from + count; offset += CHUNK) {
      FloatBuffer numbers = FloatBuffer.allocate((int) Math.min(CHUNK, from + count - offset));
      weights.floats(tensor.name(), offset, numbers);
      out.floats(numbers.flip());
    }
  }

  /** Returns the kept ids in ascending order. */
  private int[] kept(TokenSelection selection) {
    BitSet kept = new BitSet();
    // XLM-RoBERTa counts positions from the padding id, which must not change.
    kept.set(0, tokenizer.specialTokens().paddingId() + 1);
    files.requiredIds().forEach(kept::set);
    for (Role role : Role.values()) {
      Arrays.stream(tokenizer.ids(folder.prefix(role))).forEach(kept::set);
    }
    IntStream.range(0, counts.length)
        .filter(id -> isIndivisible(tokenizer.token(id)))
        .forEach(kept::set);
    switch (selection) {
      case Counted counted ->
          IntStream.range(0, counts.length)
              .filter(id -> counts[id] >= counted.minCount())
              .forEach(kept::set);
      case MostFrequent frequent -> mostFrequent(frequent.size(), kept).forEach(kept::set);
    }
    return kept.stream().toArray();
  }

  /** Returns the most frequent tokens that were counted and fit beside those that are kept. */
  private IntStream mostFrequent(int size, BitSet kept) {
    int room = size - kept.cardinality();
    if (room < 0) {
      throw new IsoglossException(
          "the vocabulary cannot have "
              + size
              + " tokens: "
              + kept.cardinality()
              + " are always kept, such as single characters; allow that many or more");
    }
    return IntStream.range(0, counts.length)
        .filter(id -> counts[id] > 0 && !kept.get(id))
        .boxed()
        .sorted(Comparator.<Integer>comparingDouble(id -> frequencies[id]).reversed())
        .limit(room)
        .mapToInt(Integer::intValue);
  }

  /** Returns whether a token cannot be split further. */
  private static boolean isIndivisible(String token) {
    boolean continuation =
        token.startsWith(CONTINUATION_PREFIX) && token.length() > CONTINUATION_PREFIX.length();
    int start = continuation ? CONTINUATION_PREFIX.length() : 0;
    return token.codePointCount(start, token.length()) == 1 || BYTE.matcher(token).matches();
  }

  private ModelManifest manifest(String name, TrimmingReport report, List<ProvenanceSource> texts) {
    ModelManifest base = folder.manifest();
    List<ProvenanceSource> sources = new ArrayList<>(base.provenance().sources());
    sources.add(new ProvenanceSource(base.name(), folder.fingerprint(), base.licence()));
    sources.addAll(texts);
    String recipe =
        "trimmed from "
            + base.name()
            + ": "
            + report.sizeAfter()
            + " of "
            + report.sizeBefore()
            + " tokens";
    return base.derived(
        name,
        base.licence(),
        base.encoding(),
        new Provenance(recipe, 0, sources),
        /* sameScores= */ true);
  }
}
