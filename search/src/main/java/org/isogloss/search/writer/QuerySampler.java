// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.writer;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.isogloss.core.Encoder;
import org.isogloss.core.Passage;
import org.isogloss.core.Role;
import org.isogloss.core.Span;
import org.isogloss.search.vector.QuerySample;
import org.isogloss.text.segmentation.SentenceSegmenter;

/**
 * Collects a {@link QuerySample} of the passages that are indexed. Only texts that enter the sample
 * are encoded: with the number of passages, their number grows by its logarithm. This class is
 * thread-safe.
 */
public final class QuerySampler {
  /** The part of a document that is its title; others have the ordinal of a passage. */
  private static final int TITLE = -1;

  private final Encoder encoder;
  private final Consumer<QuerySample> added;
  private QuerySample sample;

  private record Text(String documentId, int part, String text) {}

  /**
   * @param encoder encodes the texts as queries
   * @param sample the sample of the passages that the index contains
   * @param added receives the texts that entered the sample
   */
  public QuerySampler(Encoder encoder, QuerySample sample, Consumer<QuerySample> added) {
    this.encoder = encoder;
    this.sample = sample;
    this.added = added;
  }

  /** Adds the titles and the first sentences of passages. */
  public void add(List<Passage> passages) {
    QuerySample known = sample();
    List<Text> texts = new ArrayList<>();
    for (Passage passage : passages) {
      if (passage.ordinal() == 0 && known.admits(passage.documentId(), TITLE)) {
        texts.add(new Text(passage.documentId(), TITLE, passage.title()));
      }
      if (known.admits(passage.documentId(), passage.ordinal())) {
        texts.add(new Text(passage.documentId(), passage.ordinal(), firstSentence(passage)));
      }
    }
    texts.removeIf(text -> Encoder.isBlank(text.text()));
    if (!texts.isEmpty()) {
      add(texts, encoder.encode(texts.stream().map(Text::text).toList(), Role.QUERY));
    }
  }

  private synchronized QuerySample sample() {
    return sample;
  }

  private synchronized void add(List<Text> texts, float[][] vectors) {
    QuerySample more = QuerySample.EMPTY;
    for (int i = 0; i < vectors.length; i++) {
      if (Encoder.isNonZero(vectors[i])) {
        more = more.with(texts.get(i).documentId(), texts.get(i).part(), vectors[i]);
      }
    }
    sample = sample.with(more);
    added.accept(more);
  }

  private static String firstSentence(Passage passage) {
    List<Span> sentences = SentenceSegmenter.split(passage.text(), passage.language());
    return sentences.isEmpty() ? "" : sentences.getFirst().coveredText(passage.text());
  }
}
