// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.langchain4j;

import java.util.List;
import java.util.Locale;
import org.isogloss.core.Encoder;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.core.Role;
import org.isogloss.engine.LoadedModel;
import org.isogloss.engine.Models;

/** Models for tests. */
final class TestModels {
  private TestModels() {}

  /** The shipped model {@code tiny}, which has no prefixes. */
  static IsoglossEmbeddingModel tiny() {
    return IsoglossEmbeddingModel.open("tiny");
  }

  /** The encoder of {@code tiny} with a prefix for each role, as many transformers have. */
  static Encoder withPrefixes() {
    LoadedModel tiny = Models.open("tiny");
    return new Encoder() {
      @Override
      public int dimension() {
        return tiny.encoder().dimension();
      }

      @Override
      public String fingerprint() {
        return "70726566697865642074696e79";
      }

      @Override
      public float[][] encode(List<String> texts, Role role) {
        String prefix = role.name().toLowerCase(Locale.ROOT) + ": ";
        return tiny.encoder().encode(texts.stream().map(prefix::concat).toList(), role);
      }

      @Override
      public void close() {
        tiny.close();
      }
    };
  }

  /** Scores passages by the number of words that they share with the query. */
  static final class WordOverlap implements PairScorer {
    boolean closed;

    @Override
    public float[] score(Query query, List<Passage> passages) {
      List<String> words = List.of(query.text().split(" "));
      float[] scores = new float[passages.size()];
      for (int i = 0; i < scores.length; i++) {
        scores[i] =
            List.of(passages.get(i).titledText().split(" ")).stream()
                .filter(words::contains)
                .count();
      }
      return scores;
    }

    @Override
    public void close() {
      closed = true;
    }
  }
}
