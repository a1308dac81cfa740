package org.isogloss.papers.clirbert;

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
 * Makes examples of bitext alone (section 2.3): an English query is relevant for a foreign sentence
 * if it stands in its translation, and is not if it is another of the English vocabulary. All
 * English words but stop words are queries, each as likely as it is frequent; or noun phrases are.
 * What occurs in any translation that the bitext has of a sentence is never a negative example of
 * it.
 */
final class WeakSupervision {
  /** More draws than this for one negative example mean that there is none to be found. */
  private static final int TRIES = 1000;

  private final Function<ClirSentence, List<String>> queries;
  private final List<String> vocabulary;

  private WeakSupervision(Function<ClirSentence, List<String>> queries, List<ClirSentence> all) {
    this.queries = queries;
    TreeSet<String> sorted = new TreeSet<>();
    all.forEach(sentence -> sorted.addAll(queries.apply(sentence)));
    this.vocabulary = List.copyOf(sorted);
  }

  /**
   * Single words are queries.
   *
   * @param all sentences whose words are the vocabulary that negative examples come from
   */
  static WeakSupervision words(List<ClirSentence> all) {
    return new WeakSupervision(WeakSupervision::contentWords, all);
  }

  /** Noun phrases are queries; see {@link EnglishNounPhraseExtractor}. */
  static WeakSupervision phrases(List<ClirSentence> all) {
    return new WeakSupervision(
        sentence ->
            EnglishNounPhraseExtractor.extract(sentence.english()).stream().distinct().toList(),
        all);
  }

  /** The words of a sentence that may be queries, each once. */
  static List<String> contentWords(ClirSentence sentence) {
    return EnglishWords.contentWords(sentence.words());
  }

  /** All queries that there may be, in the order of their letters. */
  List<String> vocabulary() {
    return vocabulary;
  }

  /**
   * Draws examples: each positive one is followed by its negatives.
   *
   * @param often of a query that occurs {@code n} times, more often than this, about {@code
   *     sqrt(often * n)} occurrences stay, by chance (Mikolov et al. 2013, section 2.3): short
   *     trainings learn little from the thousandth; 0 for all occurrences, as in the paper
   * @param positives how many of them at most, drawn without putting back
   * @param negatives how many for each
   * @throws IsoglossException if the vocabulary has no other words
   */
  List<Occurrence> draw(
      List<ClirSentence> sentences, int often, int positives, int negatives, Random random) {
    requireNonNull(random, "random is null");
    Map<String, StringBuilder> translations = new HashMap<>();
    List<Occurrence> all = new ArrayList<>();
    for (ClirSentence sentence : sentences) {
      translations
          .computeIfAbsent(sentence.foreign(), key -> new StringBuilder("\n"))
          .append(' ')
          .append(String.join(" ", sentence.words()))
          .append(" \n");
      queries
          .apply(sentence)
          .forEach(query -> all.add(new Occurrence(query, sentence.foreign(), true)));
    }
    if (often > 0) {
      thin(all, often, random);
    }
    List<Occurrence> examples = new ArrayList<>();
    for (int i = 0; i < Math.min(positives, all.size()); i++) {
      int drawn = i + random.nextInt(all.size() - i);
      Occurrence positive = all.set(drawn, all.get(i));
      examples.add(positive);
      String known = requireNonNull(translations.get(positive.sentence())).toString();
      for (int n = 0; n < negatives; n++) {
        examples.add(new Occurrence(absent(known, random), positive.sentence(), false));
      }
    }
    return examples;
  }

  private static void thin(List<Occurrence> all, int often, Random random) {
    Map<String, Integer> counts = new HashMap<>();
    all.forEach(one -> counts.merge(one.query(), 1, Integer::sum));
    all.removeIf(one -> random.nextDouble() >= kept(often, counts.get(one.query())));
  }

  private static double kept(int often, int count) {
    return Math.sqrt((double) often / count);
  }

  /**
   * What turns the probabilities that a classifier learns of such examples into those of any query
   * of the vocabulary in any sentence, most of which do not go together. Where there are no
   * examples there is nothing to correct.
   *
   * @param often as {@link #draw} was asked for
   * @param negatives as {@link #draw} was asked for
   */
  PriorCorrection correction(List<ClirSentence> sentences, int often, int negatives) {
    Map<String, Integer> counts = new HashMap<>();
    for (ClirSentence sentence : sentences) {
      queries.apply(sentence).forEach(query -> counts.merge(query, 1, Integer::sum));
    }
    if (counts.isEmpty()) {
      return PriorCorrection.NONE;
    }
    double drawn = 0;
    for (int count : counts.values()) {
      drawn += count * (often > 0 ? Math.min(1, kept(often, count)) : 1);
    }
    return PriorCorrection.forSampledNegatives(
        drawn / sentences.size(), negatives, vocabulary.size());
  }

  private String absent(String known, Random random) {
    for (int i = 0; i < TRIES && !vocabulary.isEmpty(); i++) {
      String query = vocabulary.get(random.nextInt(vocabulary.size()));
      if (!known.contains(' ' + query + ' ')) {
        return query;
      }
    }
    throw new IsoglossException(
        "the vocabulary of "
            + vocabulary.size()
            + " English queries has none that a sentence lacks: more bitext is needed");
  }
}
