// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.retrieve;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.isogloss.core.Encoder;
import org.isogloss.core.Hit;
import org.isogloss.core.Query;
import org.isogloss.search.reader.IndexSnapshot;
import org.isogloss.search.vector.DensePassageScorer;
import org.isogloss.search.vector.DenseQuery;

/**
 * How much nearer to the query the first passage of a hit's document is than the hit leads to
 * expect: the difference of its cosine from the least-squares line through the cosines of all hits
 * and those of the first passages of their documents, in standard deviations of the latter. The hit
 * itself was compared with the query before; if all documents have one passage, there is nothing to
 * add.
 *
 * @param vectors returns the vector of a query, of unit length, or zero if it has no words
 * @param calibrated whether the mean vectors of languages are subtracted
 */
record LeadEvidence(IndexSnapshot snapshot, Function<Query, float[]> vectors, boolean calibrated)
    implements EvidenceRetriever.HitEvidence {
  @Override
  public double[] of(Query query, List<Hit> hits) {
    double[] evidence = new double[hits.size()];
    float[] vector = vectors.apply(query);
    if (!Encoder.isNonZero(vector)) {
      return evidence;
    }
    Map<Hit, Double> cosines =
        cosines(DenseQuery.of(query, vector, snapshot.means(), calibrated), hits);
    LeastSquaresLine expected = new LeastSquaresLine();
    for (Hit hit : hits) {
      if (cosines.containsKey(passage(hit)) && cosines.containsKey(lead(hit))) {
        expected.add(cosines.get(passage(hit)), cosines.get(lead(hit)));
      }
    }
    double deviation = expected.deviation();
    for (int i = 0; i < evidence.length && deviation > 0; i++) {
      Double own = cosines.get(passage(hits.get(i)));
      Double lead = cosines.get(lead(hits.get(i)));
      if (own != null && lead != null) {
        evidence[i] = (lead - expected.at(own)) / deviation;
      }
    }
    return evidence;
  }

  private static Hit passage(Hit hit) {
    return hit.withScore(0);
  }

  private static Hit lead(Hit hit) {
    return new Hit(hit.documentId(), 0, 0);
  }

  /** Returns the cosines of hits, and of the first passages of their documents, with the query. */
  private Map<Hit, Double> cosines(DenseQuery query, List<Hit> hits) {
    Set<Hit> distinct = new LinkedHashSet<>();
    hits.forEach(
        hit -> {
          distinct.add(passage(hit));
          distinct.add(lead(hit));
        });
    List<Hit> passages = List.copyOf(distinct);
    List<Optional<float[]>> stored = snapshot.stored().vectors(passages);
    Map<String, String> languages = DocumentLanguages.of(snapshot, hits);
    Map<String, DensePassageScorer> scorers = new HashMap<>();
    Map<Hit, Double> cosines = new HashMap<>();
    for (int i = 0; i < passages.size(); i++) {
      String language = languages.get(passages.get(i).documentId());
      if (stored.get(i).isPresent() && language != null) {
        DensePassageScorer scorer =
            scorers.computeIfAbsent(
                language, code -> new DensePassageScorer(query, code, /* weight= */ 0));
        cosines.put(passages.get(i), cosine(scorer, stored.get(i).get()));
      }
    }
    return cosines;
  }

  private static double cosine(DensePassageScorer scorer, float[] vector) {
    try {
      return scorer.score(vector, Optional.empty());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
