// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.lucene;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.TermStates;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.junit.jupiter.api.Test;

/** Comparison with Lucene's statistics of terms and its search. */
class FieldTermsTest {
  private static final int THREADS = 4;
  private static final int SEGMENTS = 5;
  private static final int PASSAGES = 200;
  private static final int WORDS = 500;

  private static String word(Random random) {
    return Integer.toString(random.nextInt(WORDS), Character.MAX_RADIX);
  }

  private static void write(IndexWriter writer, Random random) throws IOException {
    for (int segment = 0; segment < SEGMENTS; segment++) {
      for (int passage = 0; passage < PASSAGES; passage++) {
        Document document = new Document();
        // A segment may lack one of the fields.
        String field = "text_" + (segment == 0 ? 0 : random.nextInt(2));
        document.add(new TextField(field, word(random) + " " + word(random), Field.Store.NO));
        writer.addDocument(document);
      }
      writer.flush();
    }
  }

  @Test
  void findsTheTermsOfAllSegmentsInManyThreads() throws Exception {
    long seed = new Random().nextLong();
    IndexWriterConfig config =
        new IndexWriterConfig(new WhitespaceAnalyzer()).setMergePolicy(NoMergePolicy.INSTANCE);
    try (var directory = new ByteBuffersDirectory();
        var writer = new IndexWriter(directory, config)) {
      write(writer, new Random(seed));
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        assertThat(reader.leaves()).hasSize(SEGMENTS);
        IndexSearcher searcher = new IndexSearcher(reader);
        for (String field : List.of("text_0", "text_1", "text_2")) {
          FieldTerms terms = new FieldTerms(searcher.getTopReaderContext(), field);
          List<Future<?>> lookups = new ArrayList<>();
          try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            for (int thread = 0; thread < THREADS; thread++) {
              Random random = new Random(seed + thread);
              lookups.add(
                  threads.submit(
                      () -> {
                        for (int i = 0; i < WORDS; i++) {
                          requireAsLucene(searcher, terms, new Term(field, word(random)), seed);
                        }
                        return null;
                      }));
            }
          }
          for (Future<?> lookup : lookups) {
            lookup.get();
          }
        }
      }
    }
  }

  private static void requireAsLucene(
      IndexSearcher searcher, FieldTerms terms, Term term, long seed) throws IOException {
    TermStates expected = TermStates.build(searcher, term, /* needsStats= */ true);
    Optional<TermStates> found = terms.find(term.text());
    String message = term + ", seed " + seed;
    assertThat(found.isPresent()).as(message).isEqualTo(expected.docFreq() > 0);
    if (found.isPresent()) {
      assertThat(found.get().docFreq()).as(message).isEqualTo(expected.docFreq());
      assertThat(found.get().totalTermFreq()).as(message).isEqualTo(expected.totalTermFreq());
      assertThat(searcher.count(new TermQuery(term, found.get())))
          .as(message)
          .isEqualTo(searcher.count(new TermQuery(term)));
    }
  }
}
