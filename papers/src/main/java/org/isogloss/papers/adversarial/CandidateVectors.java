// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.adversarial;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import org.isogloss.core.Encoder;
import org.isogloss.core.Language;
import org.isogloss.core.Role;
import org.isogloss.core.util.DotProducts;
import org.isogloss.data.JudgedQuery;
import org.isogloss.data.Judgement;
import org.isogloss.data.collection.ClirMatrixFolder;

/** Ranks candidates by an encoder, which encodes each document once. */
final class CandidateVectors {
  private final ClirMatrixFolder collection;
  private final Encoder encoder;
  private final Map<Language, Map<String, float[]>> vectors = new LinkedHashMap<>();

  CandidateVectors(ClirMatrixFolder collection, Encoder encoder) {
    this.collection = collection;
    this.encoder = encoder;
  }

  /**
   * Scores the candidates of queries by cosine.
   *
   * @param language language of the candidates
   * @return the scores of each query, in the order of its judgements
   */
  List<double[]> score(Language language, List<JudgedQuery> queries) {
    encodeDocuments(language, queries);
    float[][] asked =
        encoder.encode(queries.stream().map(one -> one.query().text()).toList(), Role.QUERY);
    List<double[]> scores = new ArrayList<>();
    for (int i = 0; i < asked.length; i++) {
      List<Judgement> candidates = queries.get(i).judgements();
      double[] ofQuery = new double[candidates.size()];
      for (int c = 0; c < ofQuery.length; c++) {
        float[] document = vectors.get(language).get(candidates.get(c).documentId());
        ofQuery[c] = DotProducts.inDoublePrecision(asked[i], document);
      }
      scores.add(ofQuery);
    }
    return scores;
  }

  private void encodeDocuments(Language language, List<JudgedQuery> queries) {
    Map<String, float[]> known = vectors.computeIfAbsent(language, key -> new LinkedHashMap<>());
    SequencedSet<String> missing = new LinkedHashSet<>();
    for (JudgedQuery judged : queries) {
      for (Judgement judgement : judged.judgements()) {
        if (!known.containsKey(judgement.documentId())) {
          missing.add(judgement.documentId());
        }
      }
    }
    List<String> ids = List.copyOf(missing);
    float[][] encoded =
        encoder.encode(
            ids.stream().map(id -> collection.text(language, id)).toList(), Role.PASSAGE);
    for (int i = 0; i < encoded.length; i++) {
      known.put(ids.get(i), encoded[i]);
    }
  }
}
