// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.retrieve;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.isogloss.api.pipeline.FusionMethod;
import org.isogloss.core.Hit;
import org.isogloss.core.Query;
import org.isogloss.search.reader.IndexSnapshot;

/**
 * The negated standard scores of the {@linkplain org.isogloss.search.vector.QuerySample#hubness
 * hubness} of hits; 0 for a passage without a vector, and for all passages if the index has no
 * sample of queries.
 */
record HubnessEvidence(IndexSnapshot snapshot) implements EvidenceRetriever.HitEvidence {
  @Override
  public double[] of(Query query, List<Hit> hits) {
    if (snapshot.queries().isEmpty()) {
      return new double[hits.size()];
    }
    List<Optional<float[]>> vectors = snapshot.stored().vectors(hits);
    List<Hit> known = new ArrayList<>();
    int[] places = new int[hits.size()];
    for (int i = 0; i < places.length; i++) {
      Hit hit = hits.get(i);
      places[i] = vectors.get(i).isPresent() ? known.size() : -1;
      vectors
          .get(i)
          .ifPresent(
              vector ->
                  known.add(hit.withScore(-snapshot.queries().hubness(hit.documentId(), vector))));
    }
    double[] standardScores = FusionMethod.standardScores(known);
    return IntStream.of(places).mapToDouble(at -> at < 0 ? 0 : standardScores[at]).toArray();
  }
}
