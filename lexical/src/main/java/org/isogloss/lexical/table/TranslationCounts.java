// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.table;

import java.io.Serializable;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.data.LanguagePair;
import org.isogloss.lexical.Alignment;
import org.isogloss.lexical.AlignmentLink;
import org.isogloss.lexical.Vocabulary;

/**
 * Counts the links between words and writes a {@link TranslationTable}: {@code p(f | e)} is the
 * number of links from e to f divided by the number of links of e.
 */
public final class TranslationCounts implements Serializable {
  private static final long serialVersionUID = 1;

  private final Vocabulary sources = new Vocabulary();
  private final Vocabulary targets = new Vocabulary();
  private final PairCounts counts = new PairCounts();

  /**
   * Counts the words of a pair of sentences and the links between them.
   *
   * @throws IndexOutOfBoundsException if a link refers to a word that a sentence does not have
   */
  public void add(List<String> source, List<String> target, Alignment alignment) {
    int[] sourceNumbers = source.stream().mapToInt(sources::add).toArray();
    int[] targetNumbers = target.stream().mapToInt(targets::add).toArray();
    for (AlignmentLink link : alignment.links()) {
      counts.add(sourceNumbers[link.source()] - 1, targetNumbers[link.target()] - 1);
    }
  }

  /**
   * Adds the counts of other pairs of sentences.
   *
   * @return these counts
   */
  public TranslationCounts add(TranslationCounts other) {
    int[] sourceNumbers = addWords(other.sources, sources);
    int[] targetNumbers = addWords(other.targets, targets);
    counts.reserve(other.counts.size());
    other.counts.forEach(
        (source, target, count) ->
            counts.add(sourceNumbers[source + 1] - 1, targetNumbers[target + 1] - 1, count));
    return this;
  }

  private static int[] addWords(Vocabulary from, Vocabulary to) {
    int[] numbers = new int[from.size()];
    for (int word = Vocabulary.NULL_WORD + 1; word < numbers.length; word++) {
      numbers[word] = to.add(from.word(word), from.count(word));
    }
    return numbers;
  }

  /** Returns the number of distinct word pairs with a link. */
  public int size() {
    return counts.size();
  }

  /**
   * Writes a table. The file appears whole or not at all.
   *
   * @param languages the languages of the source words and the target words
   * @throws org.isogloss.core.IsoglossException if the file cannot be written, or would be larger
   *     than 2 GiB
   */
  public void write(Path file, LanguagePair languages, TablePruning pruning) {
    SortedVocabulary sourceWords = SortedVocabulary.of(sources);
    SortedVocabulary targetWords = SortedVocabulary.of(targets);
    TranslationRows forward = new TranslationRows(sourceWords.size(), counts.size());
    TranslationRows backward = new TranslationRows(targetWords.size(), counts.size());
    counts.forEach(
        (source, target, count) -> {
          forward.add(sourceWords.rank(source), targetWords.rank(target), count);
          backward.add(targetWords.rank(target), sourceWords.rank(source), count);
        });
    forward.prune(pruning);
    backward.prune(pruning);
    TranslationTableWriter.write(file, languages, sourceWords, targetWords, forward, backward);
  }
}
