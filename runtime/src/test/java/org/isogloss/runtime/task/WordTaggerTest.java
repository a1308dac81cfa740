// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.samples.SampleHead;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.modelio.transformer.TransformerHead;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.runtime.export.Precision;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WordTaggerTest {
  private static final List<String> WORDS = List.of("the", "cat", "sleeps", "on", "the", "mat");

  @TempDir private Path scratch;

  private WordTagger open(List<String> labels, Precision precision) {
    SampleHead head =
        SampleHead.random(TransformerHead.TOKEN_CLASSIFICATION, labels, labels.size());
    try (ModelFolder model =
        ModelFolder.open(head.write(SampleTransformer.BERT_LANGUAGE_MODEL, scratch, "tagger"))) {
      return WordTagger.open(model, new InferenceOptions(2, precision));
    }
  }

  @Test
  void tagsEachWordOfSentencesOfAnyLength() {
    try (WordTagger tagger = open(List.of("DET", "NOUN", "VERB", "ADP"), Precision.INT8)) {
      List<String> longSentence =
          Collections.nCopies(20, WORDS).stream().flatMap(List::stream).toList();
      List<List<String>> tags = tagger.tag(List.of(WORDS, List.of(), longSentence));
      assertThat(tags.stream().map(List::size)).containsExactly(6, 0, 120);
      assertThat(tags.getFirst()).isSubsetOf(tagger.labels());
      assertThat(tagger.tag(List.of(WORDS)).getFirst())
          .as("whatever the other sentences are")
          .isEqualTo(tags.getFirst());
      assertThat(tagger.hasSpans()).isFalse();
    }
  }

  @Test
  void tagsOfSpansAreValid() {
    try (WordTagger tagger = open(List.of("I-PER", "O", "B-PER", "I-LOC"), Precision.FP32)) {
      assertThat(tagger.hasSpans()).isTrue();
      for (List<String> tags : tagger.tag(List.of(WORDS, WORDS.reversed(), List.of("mat")))) {
        assertThat(tags).as("nothing begins a LOC").doesNotContain("I-LOC");
        for (int i = 0; i < tags.size(); i++) {
          if (tags.get(i).equals("I-PER")) {
            assertThat(i).isPositive();
            assertThat(tags.get(i - 1)).endsWith("-PER");
          }
        }
      }
    }
  }
}
