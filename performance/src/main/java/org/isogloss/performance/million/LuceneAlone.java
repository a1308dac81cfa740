// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.performance.million;

import static org.apache.lucene.index.VectorSimilarityFunction.DOT_PRODUCT;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.ConcurrentMergeScheduler;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.TieredMergePolicy;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.KnnFloatVectorQuery;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.similarities.BM25Similarity;
import org.apache.lucene.store.FSDirectory;
import org.isogloss.core.Document;
import org.isogloss.core.Encoder;
import org.isogloss.core.Query;
import org.isogloss.core.Role;
import org.isogloss.data.OnError;
import org.isogloss.data.collection.JsonlDocuments;
import org.isogloss.search.analysis.LanguageAnalyzers;
import org.isogloss.search.analysis.QueryTerms;
import org.isogloss.search.index.PassageFields;

/**
 * The same passages in an index of Lucene with nothing else: id, text and vector, with the
 * analyzers, buffer, merge policy and graph parameters of Isogloss. Words have positions, as they
 * have by default in Lucene and in Isogloss.
 */
final class LuceneAlone {
  private static final int BATCH = 64;
  private static final int DEPTH = ExactNeighbours.DEPTH;
  private static final String ID = "id";
  private static final String TEXT = "text";
  private static final String ALL_VECTORS = "vector";
  private static final FieldType ANALYSED = analysed();

  private final Path folder;
  private final Content content;
  private final Encoder encoder;
  private final LanguageAnalyzers analyzers = LanguageAnalyzers.shipped();

  /** What an index contains in addition to ids. */
  enum Content {
    /** Texts, words and a graph for each language, as in Isogloss. */
    ALL("lucene"),
    /** Texts and words. */
    WORDS("lucene-words"),
    /** One graph for all languages. */
    ONE_GRAPH("lucene-one-graph");

    private final String kind;

    Content(String kind) {
      this.kind = kind;
    }

    /** Returns the content of a kind of index; empty if it is not one of Lucene alone. */
    static Optional<Content> find(String kind) {
      return Arrays.stream(values()).filter(content -> content.kind.equals(kind)).findFirst();
    }
  }

  /** Creates an index or opens it. */
  LuceneAlone(Path folder, Content content, Encoder encoder) {
    this.folder = folder;
    this.content = content;
    this.encoder = encoder;
  }

  private static FieldType analysed() {
    FieldType type = new FieldType();
    type.setTokenized(true);
    type.setIndexOptions(IndexOptions.DOCS_AND_FREQS_AND_POSITIONS);
    type.freeze();
    return type;
  }

  void build(Path documents, int threads) throws IOException {
    IndexWriterConfig config =
        new IndexWriterConfig(PassageFields.analyzer(() -> analyzers))
            .setRAMBufferSizeMB(128)
            .setMergePolicy(new TieredMergePolicy().setSegmentsPerTier(4));
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Semaphore free = new Semaphore(2 * threads);
    try (FSDirectory directory = FSDirectory.open(folder);
        IndexWriter writer = new IndexWriter(directory, config);
        var records = JsonlDocuments.read(documents, OnError.FAIL)) {
      try (ExecutorService workers = Executors.newFixedThreadPool(threads)) {
        List<Document> batch = new ArrayList<>(BATCH);
        while (records.hasNext()) {
          batch.add(records.next());
          if (batch.size() == BATCH || !records.hasNext()) {
            List<Document> full = batch;
            free.acquireUninterruptibly();
            workers.execute(
                () -> {
                  try {
                    add(writer, full);
                  } catch (IOException | RuntimeException | Error e) {
                    failure.compareAndSet(null, e);
                  } finally {
                    free.release();
                  }
                });
            batch = new ArrayList<>(BATCH);
          }
        }
      }
      if (failure.get() != null) {
        throw new IOException("a batch could not be added", failure.get());
      }
      writer.commit();
      ((ConcurrentMergeScheduler) config.getMergeScheduler()).sync();
      writer.commit();
    }
  }

  private void add(IndexWriter writer, List<Document> batch) throws IOException {
    float[][] vectors =
        content == Content.WORDS
            ? new float[batch.size()][0]
            : encoder.encode(batch.stream().map(Document::text).toList(), Role.PASSAGE);
    for (int i = 0; i < vectors.length; i++) {
      Document document = batch.get(i);
      String code = document.language().code();
      var fields = new org.apache.lucene.document.Document();
      fields.add(new StringField(ID, document.id(), Field.Store.YES));
      if (content != Content.ONE_GRAPH) {
        fields.add(new StoredField(TEXT, document.text()));
        fields.add(new Field(PassageFields.textField(code), document.text(), ANALYSED));
      }
      if (Encoder.isNonZero(vectors[i])) {
        String field = content == Content.ALL ? PassageFields.vectorField(code) : ALL_VECTORS;
        fields.add(new KnnFloatVectorField(field, vectors[i], DOT_PRODUCT));
      }
      writer.addDocument(fields);
    }
  }

  /**
   * Measures BM25, if the index has words, and search in the graphs, if it has any, for some
   * numbers of hits.
   */
  void search(List<Query> queries, ExactNeighbours exact, List<Integer> nearest, Figures figures)
      throws IOException {
    try (FSDirectory directory = FSDirectory.open(folder);
        DirectoryReader reader = DirectoryReader.open(directory)) {
      figures.segments(reader);
      IndexSearcher searcher = new IndexSearcher(reader);
      searcher.setSimilarity(new BM25Similarity());
      Set<String> codes = codes(reader);
      if (content != Content.ONE_GRAPH) {
        figures.latency(
            "Lucene, BM25", queries, query -> top(searcher, words(query, codes), DEPTH));
      }
      for (int k : content == Content.WORDS ? List.<Integer>of() : nearest) {
        figures.latency(
            "Lucene, nearest " + k,
            queries,
            query -> top(searcher, vectors(query, codes, k), DEPTH));
        double recall =
            exact.recall(
                queries,
                query ->
                    Arrays.stream(top(searcher, vectors(query, codes, k), DEPTH))
                        .mapToDouble(hit -> 2.0 * hit.score - 1)
                        .toArray());
        figures.print("    %.4f of the nearest 10 found", recall);
      }
      figures.residentFiles(folder);
      figures.heap();
    }
  }

  private static Set<String> codes(DirectoryReader reader) {
    Set<String> codes = new TreeSet<>();
    FieldInfos.getMergedFieldInfos(reader)
        .forEach(
            field -> {
              if (PassageFields.isTextField(field.name)) {
                codes.add(PassageFields.languageOfText(field.name));
              }
            });
    return codes;
  }

  /** The words that Isogloss looks up: those of the query in the analysis of each language. */
  private BooleanQuery words(Query query, Set<String> codes) {
    QueryTerms terms = QueryTerms.of(query, codes, analyzers);
    BooleanQuery.Builder words = new BooleanQuery.Builder();
    for (String code : codes) {
      for (String term : terms.terms(code)) {
        words.add(
            new TermQuery(new Term(PassageFields.textField(code), term)),
            BooleanClause.Occur.SHOULD);
      }
    }
    return words.build();
  }

  private org.apache.lucene.search.Query vectors(Query query, Set<String> codes, int k) {
    float[] vector = encoder.encode(List.of(query.text()), Role.QUERY)[0];
    if (content == Content.ONE_GRAPH) {
      return new KnnFloatVectorQuery(ALL_VECTORS, vector, k);
    }
    BooleanQuery.Builder graphs = new BooleanQuery.Builder();
    for (String code : codes) {
      graphs.add(
          new KnnFloatVectorQuery(PassageFields.vectorField(code), vector, k),
          BooleanClause.Occur.SHOULD);
    }
    return graphs.build();
  }

  /** Returns the best hits, whose ids are read too. */
  private static ScoreDoc[] top(
      IndexSearcher searcher, org.apache.lucene.search.Query query, int depth) {
    try {
      ScoreDoc[] hits = searcher.search(query, depth).scoreDocs;
      StoredFields stored = searcher.storedFields();
      for (ScoreDoc hit : hits) {
        stored.document(hit.doc, Set.of(ID));
      }
      return hits;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
