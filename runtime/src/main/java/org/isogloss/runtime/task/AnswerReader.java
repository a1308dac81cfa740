// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.task;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isogloss.core.Span;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.transformer.TransformerHead;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.text.Encoding;
import org.isogloss.text.Tokenizer;
import org.isogloss.text.decoding.AnswerDecoder;
import org.isogloss.text.decoding.AnswerExtractor;
import org.isogloss.text.decoding.AnswerSpans;
import org.isogloss.text.decoding.AnswerSpans.ScoredSpan;
import org.isogloss.text.window.PairWindows;

/**
 * Marks the answer to a question in texts, with a transformer that has a head for question
 * answering. A long text is read in overlapping windows. Thread-safe.
 */
public final class AnswerReader implements AnswerExtractor {
  /** Number of tokens from the start of a window to that of the next, as in SQuAD's evaluations. */
  private static final int STRIDE = 128;

  /** Maximum number of tokens of a question; a longer one is truncated. */
  private static final int MAX_QUESTION = 64;

  private final TaskModel model;
  private final AnswerDecoder decoder;

  private AnswerReader(TaskModel model) {
    this.model = model;
    this.decoder = AnswerDecoder.DEFAULT;
  }

  /**
   * Opens the graph of a model, or exports it from the weights if there is none.
   *
   * @param model may be closed afterwards
   * @throws org.isogloss.core.IsoglossException if the model has no such head, or is damaged
   */
  public static AnswerReader open(ModelFolder model, InferenceOptions options) {
    return new AnswerReader(new TaskModel(model, TransformerHead.ANSWER_SPAN, options));
  }

  /**
   * Reads texts with a question.
   *
   * @return for each text, its most probable answers, without white space around them; the scores
   *     of several texts are comparable
   */
  @Override
  public List<AnswerSpans> read(String question, List<String> texts) {
    return read(texts.stream().map(text -> new Reading(question, text)).toList());
  }

  /**
   * A question and a text to read.
   *
   * @param question the question
   * @param text the text in which its answer is
   */
  public record Reading(String question, String text) {}

  /** Reads each text with its question. */
  public List<AnswerSpans> read(List<Reading> readings) {
    List<List<Encoding>> windows = readings.stream().map(this::windows).toList();
    float[][] rows = model.run(windows.stream().flatMap(List::stream).toList());
    List<AnswerSpans> answers = new ArrayList<>(windows.size());
    int next = 0;
    for (List<Encoding> ofText : windows) {
      List<float[]> logits = Arrays.asList(rows).subList(next, next + ofText.size());
      AnswerSpans found =
          decoder.decode(
              ofText,
              logits.stream().map(row -> everySecond(row, 0)).toList(),
              logits.stream().map(row -> everySecond(row, 1)).toList());
      answers.add(trimmed(found, readings.get(answers.size()).text()));
      next += ofText.size();
    }
    return answers;
  }

  private List<Encoding> windows(Reading reading) {
    Tokenizer tokenizer = model.tokenizer();
    return new PairWindows(
            tokenizer.specialTokens(),
            tokenizer.tokenize(reading.question()),
            MAX_QUESTION,
            model.maxLength())
        .of(tokenizer.tokenize(reading.text()), STRIDE);
  }

  /** Excludes the white space around answers, which tokens of SentencePiece include. */
  private static AnswerSpans trimmed(AnswerSpans answers, String text) {
    Map<Span, ScoredSpan> trimmed = new LinkedHashMap<>();
    for (ScoredSpan answer : answers.spans()) {
      String words = answer.span().coveredText(text);
      if (!words.isBlank()) {
        int start = answer.span().start() + words.length() - words.stripLeading().length();
        Span span = new Span(start, start + words.strip().length());
        trimmed.putIfAbsent(span, new ScoredSpan(span, answer.score()));
      }
    }
    return new AnswerSpans(List.copyOf(trimmed.values()), answers.noAnswerScore());
  }

  private static float[] everySecond(float[] row, int first) {
    float[] values = new float[row.length / 2];
    for (int i = 0; i < values.length; i++) {
      values[i] = row[2 * i + first];
    }
    return values;
  }

  /** Running inputs are completed first. Closing twice has no effect. */
  @Override
  public void close() {
    model.close();
  }
}
