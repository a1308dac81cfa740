// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.retrieve;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.Hit;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.core.Ranking;
import org.isogloss.core.Retriever;
import org.isogloss.core.contract.RetrieverContractTest;
import org.isogloss.core.contract.TrigramEncoder;
import org.isogloss.search.DocumentSource;
import org.isogloss.search.Indexer;
import org.isogloss.search.IndexerBuilder;
import org.isogloss.search.SampleCollection;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.lucene.LuceneSnapshot;
import org.isogloss.search.manifest.VectorOptions;
import org.isogloss.search.pipeline.PipelineComponents;
import org.isogloss.search.reader.PassageScope;
import org.isogloss.text.segmentation.PassageSplitter;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** All components of pipelines fulfil the contract of retrievers. */
class PipelineRetrieverContractTest {
  /** Gives longer passages lower scores. */
  private static final class ShortestFirst implements PairScorer {
    @Override
    public float[] score(Query query, List<Passage> passages) {
      float[] scores = new float[passages.size()];
      for (int i = 0; i < scores.length; i++) {
        scores[i] = -passages.get(i).text().length();
      }
      return scores;
    }

    @Override
    public void close() {}
  }

  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  abstract static class Contract extends RetrieverContractTest {
    private final String pipeline;
    private final TrigramEncoder encoder = new TrigramEncoder(64);
    private Path folder;
    private SearchIndex index;

    Contract(String pipeline) {
      this.pipeline = pipeline;
    }

    @BeforeAll
    void open(@TempDir Path temporary) {
      folder = temporary.resolve("index");
      try (Indexer indexer = options(Indexer.at(folder).encoder("trigrams", encoder)).open()) {
        indexer.addTranslationTable(SampleCollection.table(temporary));
        indexer.index(DocumentSource.of(SampleCollection.documents()));
      }
      index = SearchIndex.at(folder).encoder(encoder).open();
    }

    @AfterAll
    void close() {
      index.close();
    }

    /** Configures the index; by default, each passage is one sentence. */
    IndexerBuilder options(IndexerBuilder builder) {
      return builder.passages(new PassageSplitter(9));
    }

    String pipeline() {
      return pipeline;
    }

    SearchIndex index() {
      return index;
    }

    Path folder() {
      return folder;
    }

    @Override
    protected Retriever retriever() {
      return index.retriever(
          Pipeline.parse(pipeline), Set.of(), name -> Optional.of(new ShortestFirst()));
    }

    @Override
    protected List<Query> known() {
      return SampleCollection.queries();
    }
  }

  @Nested
  class Bm25 extends Contract {
    Bm25() {
      super("bm25");
    }
  }

  @Nested
  class QueryLikelihood extends Contract {
    QueryLikelihood() {
      super("ql");
    }
  }

  @Nested
  class Psq extends Contract {
    Psq() {
      super("psq");
    }
  }

  @Nested
  class PsqAsBm25 extends Contract {
    PsqAsBm25() {
      super("psq(form=bm25)");
    }
  }

  @Nested
  class Translate extends Contract {
    Translate() {
      super("translate(best=2)");
    }
  }

  @Nested
  class Dense extends Contract {
    Dense() {
      super("dense");
    }
  }

  @Nested
  class DenseByGraph extends Contract {
    DenseByGraph() {
      super("dense");
    }

    private LuceneSnapshot snapshot;

    @BeforeEach
    void openSnapshot() {
      snapshot = LuceneSnapshot.open(folder());
    }

    @AfterEach
    void closeSnapshot() {
      snapshot.close();
    }

    @Override
    protected Retriever retriever() {
      return new DenseRetriever(
          snapshot,
          new QueryVectorCache(new TrigramEncoder(64))::get,
          options(),
          snapshot.candidates(PassageScope.ofLanguages(snapshot.codes()), 0));
    }

    DenseOptions options() {
      return DenseOptions.PLAIN;
    }
  }

  @Nested
  class Calibrated extends Contract {
    Calibrated() {
      super("dense(calibrated=yes)");
    }
  }

  @Nested
  class CalibratedByGraph extends DenseByGraph {
    @Override
    DenseOptions options() {
      return new DenseOptions(true, 0);
    }
  }

  @Nested
  class Sentences extends Contract {
    Sentences() {
      super("dense(calibrated=yes, sentences=0.5)");
    }

    @Override
    IndexerBuilder options(IndexerBuilder builder) {
      return builder.vectors(new VectorOptions(false, true));
    }
  }

  @Nested
  class SentencesByGraph extends DenseByGraph {
    @Override
    IndexerBuilder options(IndexerBuilder builder) {
      return builder.vectors(new VectorOptions(false, true));
    }

    @Override
    DenseOptions options() {
      return new DenseOptions(true, 0.5);
    }
  }

  @Nested
  class Feedback extends Contract {
    Feedback() {
      super("dense(feedback=1, gate=0.5)");
    }
  }

  @Nested
  class ReciprocalRankFusion extends Contract {
    ReciprocalRankFusion() {
      super("{bm25, dense}rrf");
    }
  }

  @Nested
  class WeightedSum extends Contract {
    WeightedSum() {
      super("wsum(bm25:0.4, dense:0.6)");
    }
  }

  @Nested
  class SumOfStandardScores extends Contract {
    SumOfStandardScores() {
      super("{bm25, dense}zsum");
    }
  }

  @Nested
  class InterpolatedRanks extends Contract {
    InterpolatedRanks() {
      super("{dense:0.9, bm25:0.1}interpolate");
    }
  }

  @Nested
  class FairSum extends Contract {
    FairSum() {
      super("{bm25:2, dense}fair");
    }
  }

  @Nested
  class Filtered extends Contract {
    Filtered() {
      super("lang:en,de,ru >> {bm25, dense}rrf");
    }
  }

  @Nested
  class Balanced extends Contract {
    Balanced() {
      super("dense >> balance(0.4)");
    }
  }

  @Nested
  class Evidenced extends Contract {
    Evidenced() {
      super("{bm25, dense}rrf >> lead(weight=0.2) >> hubness(weight=0.1)");
    }
  }

  @Nested
  class TranslationsGrouped extends Contract {
    TranslationsGrouped() {
      super("{bm25, dense}rrf >> versions(gate=0.5, complete=3)");
    }
  }

  @Nested
  class Reranked extends Contract {
    Reranked() {
      super("{bm25, dense}rrf >> rerank(shortest)");
    }
  }

  @Nested
  class Cut extends Contract {
    Cut() {
      super("{bm25, dense%10}rrf%8");
    }
  }

  @Nested
  class Custom extends Contract {
    Custom() {
      super("lang:en,de,ru >> {retriever(other), bm25}rrf");
    }

    /** Returns also passages that the index does not contain, and passages in other languages. */
    @Override
    protected Retriever retriever() {
      Retriever inner = index().retriever("{bm25, dense}rrf");
      Retriever other =
          (query, depth) -> {
            List<Hit> hits = new ArrayList<>();
            for (Hit hit : inner.retrieve(query, depth).hits()) {
              hits.add(hit);
              hits.add(new Hit("gone-" + hit.documentId(), hit.passage(), hit.score()));
            }
            return Ranking.of(hits).top(depth);
          };
      return index()
          .retriever(
              Pipeline.parse(pipeline()),
              Set.of(),
              new PipelineComponents(name -> Optional.empty(), name -> Optional.of(other)));
    }
  }

  @Nested
  class ByDocument extends Contract {
    ByDocument() {
      super("{bm25, dense}rrf");
    }

    @Override
    protected Retriever retriever() {
      return index().bestPassagePerDocument(super.retriever());
    }
  }
}
