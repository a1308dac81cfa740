// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.bicla;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.isogloss.benchmarks.collection.MateTestSet;
import org.isogloss.core.Language;
import org.isogloss.core.util.UnitVectors;
import org.isogloss.data.bitext.SentencePair;
import org.isogloss.lexical.WordTokenizer;
import org.isogloss.lexical.mapping.TranslatedWord;
import org.isogloss.lexical.mapping.TranslationRetrieval;
import org.isogloss.lexical.mapping.WordTranslator;
import org.isogloss.lexical.scoring.InMemoryTextCollection;
import org.isogloss.lexical.scoring.QueryWord;
import org.isogloss.lexical.wordvector.WordVectors;
import org.isogloss.modelio.bicla.WordTable;
import org.isogloss.text.segmentation.StopWords;

/**
 * The systems of the paper that are not trained: query likelihood, the cosine of mean word vectors,
 * and term-by-term translation.
 */
final class WordBaselines {
  /** mu of equation 8: the weight of the sentence, as opposed to all target sentences. */
  private static final double SENTENCE_WEIGHT = 0.95;

  /** A sentence has far fewer words. */
  private static final int MAX_WORDS = 1000;

  private final Map<Language, WordTable> tables = new HashMap<>();
  private final int threads;

  /**
   * Creates the systems.
   *
   * @param tables words of each language without stop words, in one space
   */
  WordBaselines(List<WordTable> tables, int threads) {
    tables.forEach(table -> this.tables.put(table.language(), table));
    this.threads = threads;
  }

  /** Returns the words of a sentence in lower case, without stop words. */
  static List<String> contentWords(Language language, String sentence) {
    return WordTokenizer.forLanguage(language).words(sentence).stream()
        .filter(word -> !StopWords.contains(language, word))
        .toList();
  }

  /** QLM: query likelihood with Jelinek-Mercer smoothing (equation 8). */
  float[][] queryLikelihood(MateTestSet test) {
    return queryLikelihood(test, UnaryOperator.identity());
  }

  /** TbT: each word is replaced by the nearest word of the target language, then as QLM. */
  float[][] termByTerm(MateTestSet test) {
    WordTable source = tables.get(test.languages().source());
    WordTable target = tables.get(test.languages().target());
    Set<String> words = new LinkedHashSet<>();
    test.pairs().forEach(pair -> words.addAll(contentWords(source.language(), pair.source())));
    List<String> known = words.stream().filter(word -> source.find(word).isPresent()).toList();
    int[] rows = known.stream().mapToInt(word -> source.find(word).getAsInt()).toArray();
    WordTranslator translator =
        new WordTranslator(
            vectors(source),
            vectors(target),
            new TranslationRetrieval.NearestNeighbour(),
            target.size(),
            threads);
    List<List<TranslatedWord>> translated = translator.translate(rows, 1);
    Map<String, String> translations = new HashMap<>();
    for (int i = 0; i < rows.length; i++) {
      translations.put(known.get(i), translated.get(i).getFirst().word());
    }
    return queryLikelihood(test, word -> translations.getOrDefault(word, word));
  }

  private static WordVectors vectors(WordTable table) {
    int dimension = table.vectors().dimension();
    float[] values = new float[table.size() * dimension];
    for (int row = 0; row < table.size(); row++) {
      System.arraycopy(table.vectors().vector(row), 0, values, row * dimension, dimension);
    }
    return WordVectors.of(table.words(), dimension, values);
  }

  private static float[][] queryLikelihood(MateTestSet test, UnaryOperator<String> translation) {
    Language targetLanguage = test.languages().target();
    InMemoryTextCollection targets =
        InMemoryTextCollection.of(
            test.pairs().stream()
                .map(pair -> contentWords(targetLanguage, pair.target()))
                .toList());
    float[][] scores = new float[test.pairs().size()][];
    IntStream.range(0, scores.length)
        .parallel()
        .forEach(
            i -> {
              List<QueryWord> query =
                  contentWords(test.languages().source(), test.pairs().get(i).source()).stream()
                      .map(translation)
                      .map(QueryWord::untranslated)
                      .toList();
              scores[i] =
                  toFloats(
                      targets.queryLikelihood(
                          query, targets::backgroundProbability, SENTENCE_WEIGHT));
            });
    return scores;
  }

  private static float[] toFloats(double[] values) {
    float[] narrow = new float[values.length];
    for (int i = 0; i < narrow.length; i++) {
      narrow[i] = (float) values[i];
    }
    return narrow;
  }

  /** AGG: the cosine of the sums of the word vectors (equation 6). */
  float[][] aggregation(MateTestSet test) {
    WordTable source = tables.get(test.languages().source());
    WordTable target = tables.get(test.languages().target());
    float[][] sources =
        test.pairs().stream()
            .map(SentencePair::source)
            .map(sentence -> direction(source, sentence))
            .toArray(float[][]::new);
    float[][] targets =
        test.pairs().stream()
            .map(SentencePair::target)
            .map(sentence -> direction(target, sentence))
            .toArray(float[][]::new);
    return cosines(sources, targets);
  }

  /** Returns the products of unit vectors. */
  static float[][] cosines(float[][] sources, float[][] targets) {
    float[][] scores = new float[sources.length][targets.length];
    IntStream.range(0, sources.length)
        .parallel()
        .forEach(
            i -> {
              for (int j = 0; j < targets.length; j++) {
                float sum = 0;
                for (int d = 0; d < sources[i].length; d++) {
                  sum += sources[i][d] * targets[j][d];
                }
                scores[i][j] = sum;
              }
            });
    return scores;
  }

  private static float[] direction(WordTable words, String sentence) {
    float[] sum = new float[words.vectors().dimension()];
    for (int row : words.rows(sentence, MAX_WORDS)) {
      float[] vector = words.vectors().vector(row);
      for (int d = 0; d < sum.length; d++) {
        sum[d] += vector[d];
      }
    }
    return UnitVectors.normalize(sum);
  }
}
