// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.bicla;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.isogloss.core.Language;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.WordPair;
import org.isogloss.data.bitext.WordPairs;
import org.isogloss.lexical.mapping.MapOptions;
import org.isogloss.lexical.mapping.OrthogonalMap;
import org.isogloss.lexical.wordvector.WordVectors;
import org.isogloss.modelio.bicla.WordTable;
import org.isogloss.modelio.embedding.Int8Quantization;
import org.isogloss.neural.TrainingException;
import org.isogloss.neural.TrainingListener;
import org.isogloss.text.segmentation.StopWords;

/** Reads the word vectors of a recipe into tables of one space. */
final class SharedWordTables {
  private SharedWordTables() {}

  /**
   * Reads the vectors, scaled to unit length, maps them into the space of the pivot, and removes
   * stop words.
   *
   * @return the tables in the order of the codes of their languages
   * @throws TrainingException if the dimensions differ
   */
  static List<WordTable> read(BiclaRecipe.VectorOptions options, TrainingListener listener) {
    Map<Language, WordVectors> vectors = new LinkedHashMap<>();
    new TreeMap<>(options.files())
        .forEach(
            (code, file) ->
                vectors.put(Language.of(code), WordVectors.read(file, options.maxWords())));
    List<WordTable> tables = new ArrayList<>();
    vectors.forEach(
        (language, own) -> {
          WordVectors shared =
              options.dictionaries().containsKey(language.tag())
                  ? map(language, own, vectors, options, listener)
                  : own.normalised();
          tables.add(table(language, shared, options.keepStopWords()));
        });
    requireOneDimension(tables);
    return tables;
  }

  private static WordVectors map(
      Language language,
      WordVectors own,
      Map<Language, WordVectors> vectors,
      BiclaRecipe.VectorOptions options,
      TrainingListener listener) {
    Language pivot = Language.of(options.pivot());
    List<WordPair> dictionary = new ArrayList<>();
    try (Records<WordPair> pairs =
        WordPairs.read(
            options.dictionaries().get(language.tag()),
            new LanguagePair(pivot, language),
            OnError.FAIL)) {
      pairs.forEachRemaining(
          pair -> {
            String pivotWord = pair.source();
            String ownWord = pair.target();
            dictionary.add(new WordPair(language, pivot, ownWord, pivotWord));
          });
    }
    OrthogonalMap map =
        OrthogonalMap.learn(
            own, vectors.get(pivot), dictionary, new MapOptions(false, options.dictionaryPairs()));
    listener.messageReported(
        "mapped " + language + " to " + pivot + " by " + map.usedPairs() + " pairs of words");
    return map.apply(own);
  }

  /** Returns a table without stop words. */
  static WordTable table(Language language, WordVectors vectors, boolean keepStopWords) {
    List<String> words = new ArrayList<>();
    int dimension = vectors.dimension();
    float[] values = new float[vectors.values().length];
    for (int row = 0; row < vectors.size(); row++) {
      String word = vectors.words().get(row);
      if (keepStopWords || !StopWords.contains(language, word)) {
        System.arraycopy(
            vectors.values(), row * dimension, values, words.size() * dimension, dimension);
        words.add(word);
      }
    }
    float[] ones = new float[words.size()];
    Arrays.fill(ones, 1);
    float[] kept = Arrays.copyOf(values, words.size() * dimension);
    return new WordTable(
        language, words, Int8Quantization.quantize(kept, dimension, ones).embeddings());
  }

  private static void requireOneDimension(List<WordTable> tables) {
    WordTable first = tables.getFirst();
    for (WordTable table : tables) {
      if (table.vectors().dimension() != first.vectors().dimension()) {
        throw new TrainingException(
            "the vectors of "
                + first.language()
                + " have dimension "
                + first.vectors().dimension()
                + ", those of "
                + table.language()
                + " "
                + table.vectors().dimension()
                + ": all files of vectors.files must have the same dimension");
      }
    }
  }
}
