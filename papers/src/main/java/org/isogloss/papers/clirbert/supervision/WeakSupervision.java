// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.clirbert.supervision;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.Function;
import org.isogloss.core.IsoglossException;
import org.isogloss.runtime.rerank.PriorCorrection;
import org.isogloss.text.segmentation.EnglishNounPhraseExtractor;
import org.isogloss.text.segmentation.EnglishWords;

/**
 * Creates examples from bitext (section 2.3): an English query is relevant for a foreign sentence
 * if it occurs in its translation; another query of the English vocabulary is not. Queries are all
 * English words except stop words, with their frequencies, or noun phrases. A query that occurs in
 * any translation that the bitext has of a sentence is never a negative example of it.
 */
public final class WeakSupervision {
  /** Maximum number of trials for one negative example. */
  private static final int MAX_ATTEMPTS = 1000;

  private final Function<ClirSentence, List<String>> queries;
  private final List<String> vocabulary;

  /** Queries from which negatives are sampled uniformly. */
  private final List<String> pool;

  private WeakSupervision(
      Function<ClirSentence, List<String>> queries, List<String> vocabulary, List<String> pool) {
    this.queries = queries;
    this.vocabulary = vocabulary;
    this.pool = pool;
  }

  private static WeakSupervision of(
      Function<ClirSentence, List<String>> queries, List<ClirSentence> vocabularySource) {
    TreeSet<String> sorted = new TreeSet<>();
    vocabularySource.forEach(sentence -> sorted.addAll(queries.apply(sentence)));
    List<String> vocabulary = List.copyOf(sorted);
    return new WeakSupervision(queries, vocabulary, vocabulary);
  }

  /**
   * Returns the same with negatives that are as frequent as positives are, which the paper does not
   * have: uniform ones teach that a frequent query is relevant, whatever the sentence.
   *
   * @param sentences sentences whose queries, with their frequencies, are the negatives
   */
  public WeakSupervision withNegativesByFrequency(List<ClirSentence> sentences) {
    return new WeakSupervision(
        queries,
        vocabulary,
        sentences.stream().flatMap(sentence -> queries.apply(sentence).stream()).toList());
  }

  /**
   * Creates examples of single words.
   *
   * @param vocabularySource sentences whose words are the vocabulary of negative examples
   */
  public static WeakSupervision ofWords(List<ClirSentence> vocabularySource) {
    return of(WeakSupervision::contentWords, vocabularySource);
  }

  /** Creates examples of noun phrases; see {@link EnglishNounPhraseExtractor}. */
  public static WeakSupervision ofPhrases(List<ClirSentence> vocabularySource) {
    return of(
        sentence ->
            EnglishNounPhraseExtractor.extract(sentence.english()).stream().distinct().toList(),
        vocabularySource);
  }

  /** Returns the distinct words of a sentence that may be queries. */
  static List<String> contentWords(ClirSentence sentence) {
    return EnglishWords.contentWords(sentence.words());
  }

  /** Returns all possible queries in lexicographic order. */
  public List<String> vocabulary() {
    return vocabulary;
  }

  /**
   * Samples examples: each positive one is followed by its negatives.
   *
   * @param thinningThreshold of a query with {@code n} occurrences, more than this, about {@code
   *     sqrt(thinningThreshold * n)} remain at random (Mikolov et al. 2013, section 2.3), because
   *     short trainings learn little from frequent words; 0 for all occurrences, as in the paper
   * @param positives maximum number of positive examples, sampled without replacement
   * @param negatives number of negatives for each
   * @throws IsoglossException if the vocabulary has no other words
   */
  public List<OccurrenceExample> sample(
      List<ClirSentence> sentences,
      int thinningThreshold,
      int positives,
      int negatives,
      Random random) {
    requireNonNull(random, "random is null");
    Map<String, StringBuilder> translations = new HashMap<>();
    List<OccurrenceExample> all = new ArrayList<>();
    for (ClirSentence sentence : sentences) {
      translations
          .computeIfAbsent(sentence.foreign(), key -> new StringBuilder("\n"))
          .append(' ')
          .append(String.join(" ", sentence.words()))
          .append(" \n");
      queries
          .apply(sentence)
          .forEach(query -> all.add(new OccurrenceExample(query, sentence.foreign(), true)));
    }
    if (thinningThreshold > 0) {
      thin(all, thinningThreshold, random);
    }
    List<OccurrenceExample> examples = new ArrayList<>();
    for (int i = 0; i < Math.min(positives, all.size()); i++) {
      int sampled = i + random.nextInt(all.size() - i);
      OccurrenceExample positive = all.set(sampled, all.get(i));
      examples.add(positive);
      String known = requireNonNull(translations.get(positive.sentence())).toString();
      for (int n = 0; n < negatives; n++) {
        examples.add(
            new OccurrenceExample(sampleAbsent(known, random), positive.sentence(), false));
      }
    }
    return examples;
  }

  private static void thin(List<OccurrenceExample> all, int thinningThreshold, Random random) {
    Map<String, Integer> counts = new HashMap<>();
    all.forEach(one -> counts.merge(one.query(), 1, Integer::sum));
    all.removeIf(
        one -> random.nextDouble() >= keepProbability(thinningThreshold, counts.get(one.query())));
  }

  private static double keepProbability(int thinningThreshold, int count) {
    return Math.sqrt((double) thinningThreshold / count);
  }

  /**
   * Returns the correction from probabilities learned from such examples to those of any query of
   * the vocabulary in any sentence, most of which do not occur; the identity without examples. With
   * negatives by frequency, it is the mean correction over the vocabulary.
   *
   * @param thinningThreshold as passed to {@link #sample}
   * @param negatives as passed to {@link #sample}
   */
  public PriorCorrection priorCorrection(
      List<ClirSentence> sentences, int thinningThreshold, int negatives) {
    Map<String, Integer> counts = new HashMap<>();
    for (ClirSentence sentence : sentences) {
      queries.apply(sentence).forEach(query -> counts.merge(query, 1, Integer::sum));
    }
    if (counts.isEmpty()) {
      return PriorCorrection.NONE;
    }
    double sampled = 0;
    for (int count : counts.values()) {
      sampled +=
          count
              * (thinningThreshold > 0
                  ? Math.min(1, keepProbability(thinningThreshold, count))
                  : 1);
    }
    return PriorCorrection.forSampledNegatives(
        sampled / sentences.size(), negatives, vocabulary.size());
  }

  private String sampleAbsent(String translations, Random random) {
    for (int i = 0; i < MAX_ATTEMPTS && !pool.isEmpty(); i++) {
      String query = pool.get(random.nextInt(pool.size()));
      if (!translations.contains(' ' + query + ' ')) {
        return query;
      }
    }
    throw new IsoglossException(
        "the vocabulary of "
            + vocabulary.size()
            + " English queries has none that a sentence lacks: more bitext is needed");
  }
}
