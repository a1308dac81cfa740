// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.transform;

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
 * <p>Count texts first, then write the model. Not thread-safe.
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

  private final ModelFolder folder;
  private final Tokenizer tokenizer;
  private final TokenizerTrimming files;
  private final long[] counts;
  private long texts;

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
    this.counts = new long[tokenizer.vocabularySize()];
  }

  /** Counts the tokens of a text. */
  public void count(String text) {
    for (int id : tokenizer.ids(text)) {
      counts[id]++;
    }
    texts++;
  }

  /**
   * Writes the smaller model.
   *
   * @param target must not exist or be empty; it appears whole or not at all
   * @param minCount minimum count of a token to be kept, 1 or more
   * @param name the name of the new model
   * @param sources the sources of the texts
   * @throws IsoglossException if nothing was counted, or the folder cannot be written
   */
  public TrimmingReport write(
      Path target, int minCount, String name, List<ProvenanceSource> sources) {
    requireNonNull(name, "name is null");
    if (minCount < 1) {
      throw new IllegalArgumentException("minCount is " + minCount + ", expected 1 or more");
    }
    if (texts == 0) {
      throw new IsoglossException("no text was counted: no token would be kept");
    }
    int[] kept = kept(minCount, files.requiredIds());
    EncoderConfig config = folder.encoderConfig();
    long occurrences = 0;
    long covered = 0;
    for (int id = 0; id < counts.length; id++) {
      occurrences += counts[id];
    }
    for (int id : kept) {
      covered += counts[id];
    }
    TrimmingReport report =
        new TrimmingReport(
            config.architecture().embeddings().vocabularySize(), kept.length, occurrences, covered);
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
  private int[] kept(int minCount, Set<Integer> required) {
    boolean[] inPrefix = new boolean[counts.length];
    for (Role role : Role.values()) {
      for (int id : tokenizer.ids(folder.prefix(role))) {
        inPrefix[id] = true;
      }
    }
    // XLM-RoBERTa counts positions from the padding id, which must not change.
    int padding = tokenizer.specialTokens().paddingId();
    return IntStream.range(0, counts.length)
        .filter(
            id ->
                counts[id] >= minCount
                    || id <= padding
                    || inPrefix[id]
                    || required.contains(id)
                    || isIndivisible(tokenizer.token(id)))
        .toArray();
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
