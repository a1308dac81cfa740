// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.lucene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.LeafReaderContext;
import org.isogloss.core.Document;
import org.isogloss.core.Hit;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Query;
import org.isogloss.core.Role;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.runtime.StaticEncoder;
import org.isogloss.search.DocumentSource;
import org.isogloss.search.Indexer;
import org.isogloss.search.IndexerBuilder;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.manifest.VectorOptions;
import org.isogloss.search.manifest.VectorQuantization;
import org.isogloss.search.reader.PassageScope;
import org.isogloss.search.validation.IndexValidator;
import org.isogloss.search.vector.DenseQuery;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Graphs of the sentences of XQuAD in three languages, with the vectors of the model {@code tiny},
 * which have 256 dimensions; the queries are its questions.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class QuantizedVectorsTest {
  private static final List<String> LANGUAGES = List.of("en", "ru", "zh");
  private static final int QUERIES_PER_LANGUAGE = 40;

  private final StaticEncoder encoder = StaticEncoder.of(ModelFolder.open("tiny"));
  private final List<Document> sentences = XquadSentences.documents(LANGUAGES);
  private final List<Query> queries = XquadSentences.queries(LANGUAGES, QUERIES_PER_LANGUAGE);
  private final Map<VectorQuantization, LuceneSnapshot> snapshots =
      new EnumMap<>(VectorQuantization.class);

  private Path temporary;

  @BeforeAll
  void index(@TempDir Path folderOfIndexes) {
    temporary = folderOfIndexes;
    for (VectorQuantization quantization : VectorQuantization.values()) {
      Path folder = folder(quantization);
      try (Indexer indexer =
          writer(folder).vectors(VectorOptions.PLAIN.withQuantization(quantization)).open()) {
        indexer.index(DocumentSource.of(sentences.subList(1, sentences.size())));
      }
      // An existing index keeps its quantization.
      try (Indexer indexer = writer(folder).open()) {
        indexer.index(DocumentSource.of(sentences.subList(0, 1)));
      }
      snapshots.put(quantization, LuceneSnapshot.open(folder));
    }
  }

  @AfterAll
  void close() {
    snapshots.values().forEach(LuceneSnapshot::close);
    encoder.close();
  }

  private Path folder(VectorQuantization quantization) {
    return temporary.resolve(quantization.id());
  }

  private IndexerBuilder writer(Path folder) {
    // One thread writes the same graphs in every run.
    return Indexer.at(folder).encoder("tiny", encoder).threads(1);
  }

  /**
   * Searches in all languages.
   *
   * @param maxExactPassages 0 for a search in graphs
   */
  private List<Hit> nearest(
      VectorQuantization quantization, Query query, int depth, long maxExactPassages) {
    float[] vector = encoder.encode(List.of(query.text()), Role.QUERY)[0];
    return snapshots
        .get(quantization)
        .candidates(PassageScope.ofLanguages(Set.copyOf(LANGUAGES)), maxExactPassages)
        .nearest(DenseQuery.nearest(vector), /* sentenceWeight= */ 0, depth)
        .hits();
  }

  /**
   * Processors round dot products differently, and one other edge of a graph changes others. A hit
   * that is found or not is a Bernoulli trial; four standard deviations of their sum are allowed
   * below the recall that was measured.
   */
  @ParameterizedTest
  @CsvSource({
    "NONE, 10, 0.9975",
    "NONE, 50, 0.9945",
    "FOUR_BITS, 10, 0.9967",
    "FOUR_BITS, 50, 0.9922",
    "ONE_BIT, 10, 0.9733",
    "ONE_BIT, 50, 0.9562",
  })
  void graphsFindTheNearestSentences(VectorQuantization quantization, int depth, double recall) {
    int found = 0;
    for (Query query : queries) {
      // The scores come from the vectors in single precision, and are therefore the same.
      Set<Hit> exact = Set.copyOf(nearest(quantization, query, depth, Long.MAX_VALUE));
      found +=
          (int) nearest(quantization, query, depth, 0).stream().filter(exact::contains).count();
    }
    int trials = depth * queries.size();
    double deviation = Math.sqrt(recall * (1 - recall) / trials);
    assertThat((double) found / trials)
        .as("recall at %d", depth)
        .isGreaterThan(recall - 4 * deviation);
  }

  @ParameterizedTest
  @CsvSource({"FOUR_BITS, 7", "ONE_BIT, 20"})
  void graphsNeedLessMemory(VectorQuantization quantization, int times) throws IOException {
    Map<String, Long> bytes = bytesByExtension(quantization);
    assertThat(bytes.get("vec")).isEqualTo(bytesByExtension(VectorQuantization.NONE).get("vec"));
    assertThat(bytes.get("veq")).isLessThan(bytes.get("vec") / times);
  }

  @Test
  void withoutQuantizationThereAreNoQuantizedVectors() throws IOException {
    assertThat(bytesByExtension(VectorQuantization.NONE)).doesNotContainKey("veq");
  }

  private Map<String, Long> bytesByExtension(VectorQuantization quantization) throws IOException {
    Map<String, Long> bytes = new HashMap<>();
    for (LeafReaderContext leaf : snapshots.get(quantization).reader().leaves()) {
      CodecReader reader = (CodecReader) leaf.reader();
      for (FieldInfo field : reader.getFieldInfos()) {
        if (field.hasVectorValues()) {
          reader
              .getVectorReader()
              .getOffHeapByteSize(field)
              .forEach((extension, size) -> bytes.merge(extension, size, Long::sum));
        }
      }
    }
    return bytes;
  }

  @ParameterizedTest
  @EnumSource(VectorQuantization.class)
  void manifestRecordsTheQuantization(VectorQuantization quantization) {
    assertThat(IndexManifest.read(folder(quantization)).vectors().quantization())
        .isEqualTo(quantization);
    assertThat(IndexValidator.validate(folder(quantization)).isValid()).isTrue();
  }

  @Test
  void rejectsAnotherQuantization() {
    IndexerBuilder other =
        writer(folder(VectorQuantization.ONE_BIT))
            .vectors(VectorOptions.PLAIN.withQuantization(VectorQuantization.FOUR_BITS));
    assertThatThrownBy(other::open)
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("without vectors of sentences, with 1-bit vectors in its graphs")
        .hasMessageContaining("found not calibrated")
        .hasMessageContaining("with 4-bit vectors in its graphs; omit these options");
  }

  @Test
  void rejectsQuantizationWithoutAModel() {
    IndexerBuilder words =
        Indexer.at(temporary.resolve("words"))
            .vectors(VectorOptions.PLAIN.withQuantization(VectorQuantization.ONE_BIT));
    assertThatThrownBy(words::open)
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("with 1-bit vectors in its graphs an index needs a model");
  }
}
