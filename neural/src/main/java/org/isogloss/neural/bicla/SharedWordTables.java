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
import org.isogloss.lexical.mapping.MultilingualWordVectors;
import org.isogloss.lexical.wordvector.WordVectors;
import org.isogloss.modelio.bicla.WordTable;
import org.isogloss.modelio.embedding.Int8Quantization;
import org.isogloss.neural.TrainingException;
import org.isogloss.neural.TrainingListener;
import org.isogloss.text.segmentation.StopWords;

/** Reads the word vectors of a recipe into tables of one space. */
public final class SharedWordTables {
  private SharedWordTables() {}

  /**
   * Reads the vectors, scaled to unit length, maps them into the space of the pivot, and removes
   * stop words.
   *
   * @return the tables in the order of the codes of their languages
   * @throws TrainingException if the dimensions differ
   */
  public static List<WordTable> read(BiclaRecipe.VectorOptions options, TrainingListener listener) {
    Map<Language, WordVectors> vectors = new LinkedHashMap<>();
    new TreeMap<>(options.files())
        .forEach(
            (code, file) ->
                vectors.put(Language.of(code), WordVectors.read(file, options.maxWords())));
    requireOneDimension(vectors);
    List<WordTable> tables = new ArrayList<>();
    if (options.dictionaries().isEmpty()) {
      vectors.forEach(
          (language, own) ->
              tables.add(table(language, own.normalised(), options.keepStopWords())));
      return tables;
    }
    MultilingualWordVectors shared =
        MultilingualWordVectors.learn(
            Language.of(options.pivot()),
            vectors,
            dictionary(options),
            new MapOptions(options.centred(), options.dictionaryPairs()));
    for (Language language : shared.languages()) {
      tables.add(table(language, shared.vectors(language).orElseThrow(), options.keepStopWords()));
      if (options.dictionaries().containsKey(language.tag())) {
        listener.messageReported(
            "mapped "
                + language
                + " to "
                + options.pivot()
                + " by "
                + shared.map(language).orElseThrow().usedPairs()
                + " pairs of words");
      }
    }
    return tables;
  }

  private static List<WordPair> dictionary(BiclaRecipe.VectorOptions options) {
    List<WordPair> dictionary = new ArrayList<>();
    new TreeMap<>(options.dictionaries())
        .forEach(
            (code, file) -> {
              LanguagePair languages =
                  new LanguagePair(Language.of(options.pivot()), Language.of(code));
              try (Records<WordPair> pairs = WordPairs.read(file, languages, OnError.FAIL)) {
                pairs.forEachRemaining(dictionary::add);
              }
            });
    return dictionary;
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

  private static void requireOneDimension(Map<Language, WordVectors> vectors) {
    Map.Entry<Language, WordVectors> first = vectors.entrySet().iterator().next();
    vectors.forEach(
        (language, own) -> {
          if (own.dimension() != first.getValue().dimension()) {
            throw new TrainingException(
                "the vectors of "
                    + first.getKey()
                    + " have dimension "
                    + first.getValue().dimension()
                    + ", those of "
                    + language
                    + " "
                    + own.dimension()
                    + ": all files of vectors.files must have the same dimension");
          }
        });
  }
}
