// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.lucene;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.lucene.codecs.KnnVectorsReader;
import org.apache.lucene.codecs.hnsw.HnswGraphProvider;
import org.apache.lucene.codecs.perfield.PerFieldKnnVectorsFormat;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.hnsw.HnswGraph;
import org.isogloss.core.Document;
import org.isogloss.core.Hit;
import org.isogloss.core.Query;
import org.isogloss.core.Role;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.runtime.StaticEncoder;
import org.isogloss.search.DocumentSource;
import org.isogloss.search.Indexer;
import org.isogloss.search.manifest.VectorOptions;
import org.isogloss.search.manifest.VectorQuantization;
import org.isogloss.search.reader.PassageScope;
import org.isogloss.search.vector.DenseQuery;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is the same in every run: the index that one thread writes, and the hits of one commit. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReproducibleIndexTest {
  private static final List<String> LANGUAGES = List.of("en", "ru", "zh");

  /** A commit follows each of them, so that segments are merged while others are written. */
  private static final int SENTENCES_PER_LANGUAGE = 15;

  private final StaticEncoder encoder = StaticEncoder.of(ModelFolder.open("tiny"));
  private final List<Document> sentences =
      LANGUAGES.stream()
          .flatMap(
              code ->
                  XquadSentences.documents(List.of(code)).stream().limit(SENTENCES_PER_LANGUAGE))
          .map(
              sentence ->
                  new Document(
                      sentence.language().code() + sentence.id(),
                      sentence.language(),
                      "",
                      sentence.text()))
          .toList();
  private final List<Query> queries = XquadSentences.queries(LANGUAGES, 10);

  @AfterAll
  void close() {
    encoder.close();
  }

  private LuceneSnapshot indexed(Path folder, int threads, VectorQuantization quantization) {
    try (Indexer indexer =
        Indexer.at(folder)
            .encoder("tiny", encoder)
            .threads(threads)
            .commitEvery(Duration.ZERO)
            .vectors(VectorOptions.PLAIN.withQuantization(quantization))
            .open()) {
      indexer.index(DocumentSource.of(sentences));
    }
    return LuceneSnapshot.open(folder);
  }

  @ParameterizedTest
  @EnumSource(
      value = VectorQuantization.class,
      names = {"NONE", "ONE_BIT"})
  void oneThreadWritesTheSameGraphsInEveryRun(VectorQuantization quantization, @TempDir Path folder)
      throws IOException {
    try (LuceneSnapshot one = indexed(folder.resolve("one"), 1, quantization);
        LuceneSnapshot two = indexed(folder.resolve("two"), 1, quantization)) {
      List<String> graphs = graphs(one);
      assertThat(one.reader().leaves()).as("merged segments").hasSizeLessThan(sentences.size() / 2);
      assertThat(graphs(two)).isEqualTo(graphs);
      for (Query query : queries) {
        assertThat(nearest(two, LANGUAGES, query)).isEqualTo(nearest(one, LANGUAGES, query));
      }
    }
  }

  /** Returns each graph as text: segment, field, and the neighbours of each node. */
  private static List<String> graphs(LuceneSnapshot snapshot) throws IOException {
    List<String> graphs = new ArrayList<>();
    for (LeafReaderContext leaf : snapshot.reader().leaves()) {
      CodecReader reader = (CodecReader) leaf.reader();
      for (FieldInfo field : reader.getFieldInfos()) {
        if (field.hasVectorValues()) {
          KnnVectorsReader vectors =
              ((PerFieldKnnVectorsFormat.FieldsReader) reader.getVectorReader())
                  .getFieldReader(field.name);
          graphs.add(
              leaf.ord
                  + " "
                  + field.name
                  + neighbours(((HnswGraphProvider) vectors).getGraph(field.name)));
        }
      }
    }
    return graphs;
  }

  private static String neighbours(HnswGraph graph) throws IOException {
    StringBuilder text = new StringBuilder();
    for (int level = 0; level < graph.numLevels(); level++) {
      var nodes = graph.getNodesOnLevel(level);
      while (nodes.hasNext()) {
        int node = nodes.nextInt();
        text.append('\n').append(level).append(':').append(node).append(" ->");
        graph.seek(level, node);
        for (int next = graph.nextNeighbor();
            next != DocIdSetIterator.NO_MORE_DOCS;
            next = graph.nextNeighbor()) {
          text.append(' ').append(next);
        }
      }
    }
    return text.toString();
  }

  @Test
  void hitsDoNotDependOnTheOrderOfTheLanguages(@TempDir Path folder) {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    try (LuceneSnapshot index = indexed(folder, 2, VectorQuantization.NONE)) {
      for (Query query : queries) {
        List<Hit> hits = nearest(index, LANGUAGES, query);
        List<String> shuffled = new ArrayList<>(LANGUAGES);
        Collections.shuffle(shuffled, random);
        assertThat(nearest(index, shuffled, query))
            .as("seed %d, %s", seed, shuffled)
            .isEqualTo(hits);
      }
    }
  }

  private List<Hit> nearest(LuceneSnapshot snapshot, List<String> codes, Query query) {
    float[] vector = encoder.encode(List.of(query.text()), Role.QUERY)[0];
    return snapshot
        .candidates(PassageScope.ofLanguages(codes), /* maxExactPassages= */ 0)
        .nearest(DenseQuery.nearest(vector), /* sentenceWeight= */ 0, 50)
        .hits();
  }
}
