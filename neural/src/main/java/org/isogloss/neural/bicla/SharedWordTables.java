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
import org.isogloss.modelio.embedding.EmbeddingRows;
import org.isogloss.modelio.embedding.FloatEmbeddings;
import org.isogloss.modelio.embedding.Int8Quantization;
import org.isogloss.neural.TrainingException;
import org.isogloss.neural.TrainingListener;
import org.isogloss.text.segmentation.StopWords;

/** Reads the word vectors of a recipe into tables of one space. */
public final class SharedWordTables {
  /** The value of the vector of numbers in all dimensions, as in the authors' code. */
  private static final float NUMBER_VALUE = 0.2f;

  private SharedWordTables() {}

  /**
   * Reads the vectors, maps them into the space of the pivot, and removes stop words.
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
              tables.add(table(language, options.unitLength() ? own.normalised() : own, options)));
      return tables;
    }
    MultilingualWordVectors shared =
        MultilingualWordVectors.learn(
            Language.of(options.pivot()),
            vectors,
            dictionary(options),
            new MapOptions(options.centred(), options.dictionaryPairs()));
    for (Language language : shared.languages()) {
      WordVectors mapped = shared.vectors(language).orElseThrow();
      tables.add(
          table(
              language,
              options.unitLength() ? mapped : withLengthsOf(vectors.get(language), mapped),
              options));
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

  /** Returns unit vectors with the lengths that the vectors of the same words have. */
  private static WordVectors withLengthsOf(WordVectors vectors, WordVectors unit) {
    int dimension = vectors.dimension();
    float[] values = unit.values().clone();
    for (int row = 0; row < vectors.size(); row++) {
      double squares = 0;
      for (int i = row * dimension; i < (row + 1) * dimension; i++) {
        squares += (double) vectors.values()[i] * vectors.values()[i];
      }
      for (int i = row * dimension; i < (row + 1) * dimension; i++) {
        values[i] *= (float) Math.sqrt(squares);
      }
    }
    return WordVectors.of(unit.words(), dimension, values);
  }

  /** Returns a table without stop words. */
  private static WordTable table(
      Language language, WordVectors vectors, BiclaRecipe.VectorOptions options) {
    List<String> words = new ArrayList<>();
    int dimension = vectors.dimension();
    float[] values = new float[vectors.values().length + dimension];
    for (int row = 0; row < vectors.size(); row++) {
      String word = vectors.words().get(row);
      if (options.keepStopWords() || !StopWords.contains(language, word)) {
        System.arraycopy(
            vectors.values(), row * dimension, values, words.size() * dimension, dimension);
        words.add(word);
      }
    }
    if (options.numbers() && !words.contains(WordTable.NUMBER)) {
      float number = options.unitLength() ? (float) (1 / Math.sqrt(dimension)) : NUMBER_VALUE;
      Arrays.fill(values, words.size() * dimension, (words.size() + 1) * dimension, number);
      words.add(WordTable.NUMBER);
    }
    float[] kept = Arrays.copyOf(values, words.size() * dimension);
    return new WordTable(language, words, rows(kept, dimension, options.precision()));
  }

  private static EmbeddingRows rows(
      float[] values, int dimension, BiclaRecipe.VectorOptions.Precision precision) {
    return switch (precision) {
      case FP32 -> new FloatEmbeddings(dimension, values);
      case INT8 -> {
        float[] ones = new float[values.length / dimension];
        Arrays.fill(ones, 1);
        yield Int8Quantization.quantize(values, dimension, ones).embeddings();
      }
    };
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
