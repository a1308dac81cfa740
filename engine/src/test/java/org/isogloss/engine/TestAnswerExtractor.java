// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.isogloss.core.Span;
import org.isogloss.text.decoding.AnswerExtractor;
import org.isogloss.text.decoding.AnswerSpans;
import org.isogloss.text.decoding.AnswerSpans.ScoredSpan;

/** Takes capitalised words for answers, the longest ones first, with their length as score. */
final class TestAnswerExtractor implements AnswerExtractor {
  private static final Pattern CAPITALISED = Pattern.compile("\\p{Lu}[\\p{L}\\p{N}]*");

  private final double noAnswerScore;
  final List<String> questions = new CopyOnWriteArrayList<>();
  final List<String> texts = new CopyOnWriteArrayList<>();
  volatile boolean closed;

  TestAnswerExtractor(double noAnswerScore) {
    this.noAnswerScore = noAnswerScore;
  }

  @Override
  public List<AnswerSpans> read(String question, List<String> read) {
    questions.add(question);
    texts.addAll(read);
    return read.stream().map(this::answers).toList();
  }

  private AnswerSpans answers(String text) {
    List<ScoredSpan> spans = new ArrayList<>();
    CAPITALISED
        .matcher(text)
        .results()
        .map(match -> new ScoredSpan(span(match), match.end() - match.start()))
        .forEach(spans::add);
    spans.sort(Comparator.comparingDouble(ScoredSpan::score).reversed());
    return new AnswerSpans(spans, noAnswerScore);
  }

  private static Span span(MatchResult match) {
    return new Span(match.start(), match.end());
  }

  @Override
  public void close() {
    closed = true;
  }
}
