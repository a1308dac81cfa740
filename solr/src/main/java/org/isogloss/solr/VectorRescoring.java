// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.solr;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.lucene.util.BytesRef;
import org.apache.solr.common.SolrDocument;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.isogloss.core.Hit;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Ranking;
import org.isogloss.search.vector.DensePassageScorer;
import org.isogloss.search.vector.DenseQuery;

/** Scores passages by their vectors and those of their sentences, which Solr returns. */
final class VectorRescoring {
  private static final int PAGE = 500;

  private final SolrSnapshot snapshot;
  private final DenseQuery query;
  private final double sentenceWeight;

  /**
   * @param sentenceWeight weight of the best sentence, from 0 to 1
   */
  VectorRescoring(SolrSnapshot snapshot, DenseQuery query, double sentenceWeight) {
    this.snapshot = snapshot;
    this.query = query;
    this.sentenceWeight = sentenceWeight;
  }

  Ranking rescored(List<Hit> hits) {
    List<Hit> rescored = new ArrayList<>();
    Map<String, DensePassageScorer> scorers = new HashMap<>();
    for (int from = 0; from < hits.size(); from += PAGE) {
      List<Hit> page = hits.subList(from, Math.min(hits.size(), from + PAGE));
      ModifiableSolrParams parameters =
          SolrQueries.documents(page.stream().map(SolrFields::id).toList());
      parameters.set(
          "fl",
          String.join(
              ",",
              SolrFields.DOCUMENT,
              SolrFields.PASSAGE,
              SolrFields.LANGUAGE,
              SolrFields.SENTENCES,
              SolrFields.VECTOR));
      for (SolrDocument document : snapshot.collection().query(parameters).getResults()) {
        String code = (String) document.getFieldValue(SolrFields.LANGUAGE);
        DensePassageScorer scorer =
            scorers.computeIfAbsent(
                code, key -> new DensePassageScorer(query, key, sentenceWeight));
        score(scorer, document).ifPresent(score -> rescored.add(SolrPassages.hit(document, score)));
      }
    }
    return Ranking.of(rescored);
  }

  private Optional<Float> score(DensePassageScorer scorer, SolrDocument document) {
    Optional<float[]> vector = SolrPassages.vector(document);
    Optional<BytesRef> sentences = SolrPassages.sentences(document);
    try {
      return vector.isPresent()
          ? Optional.of(scorer.score(vector.get(), sentences))
          : Optional.empty();
    } catch (IOException e) {
      throw new IsoglossException(
          snapshot.name()
              + ": the vectors of "
              + document.getFieldValue(SolrFields.DOCUMENT)
              + " are damaged; index the document again",
          e);
    }
  }
}
