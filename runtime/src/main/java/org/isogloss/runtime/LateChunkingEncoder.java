// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime;

import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.isogloss.core.Encoder;
import org.isogloss.core.Passage;
import org.isogloss.core.Role;
import org.isogloss.core.Span;
import org.isogloss.core.SpanEncoder;
import org.isogloss.modelio.dense.DenseLayer;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.runtime.inference.BatchRunner;
import org.isogloss.runtime.inference.InformativeTokens;
import org.isogloss.runtime.inference.TokenPooling;
import org.isogloss.runtime.inference.TokenSequence;
import org.isogloss.text.TokenizedText;
import org.isogloss.text.Tokenizer;

/**
 * Encodes passages in the context of their texts. A text that is too long is read in windows of
 * whole passages, each filled up with the text before and after them, and begun with the prefix and
 * the title. The vector of a passage is the mean of the vectors of the special tokens, the prefix,
 * the title and its own tokens, as it is when the passage is encoded alone.
 *
 * <p>The vectors of tokens are summed as soon as a window was run, so that memory use depends on
 * the length of the windows that run at a time, not on the length of the texts.
 */
final class LateChunkingEncoder implements SpanEncoder, AutoCloseable {
  private final Tokenizer tokenizer;
  private final EncodingSettings settings;
  private final InformativeTokens informative;
  private final int maxLength;
  private final int specialTokens;
  private final List<DenseLayer> dense;
  private final int dimension;
  private final BatchRunner runner;

  /**
   * Creates an encoder.
   *
   * @param maxLength maximum number of tokens that the model reads, with special tokens
   * @param dense the layers after the pooling
   * @param dimension the number of dimensions that are kept of a vector
   * @param runner computes {@code [tokens, hidden]}; closed with the encoder
   */
  LateChunkingEncoder(
      Tokenizer tokenizer,
      EncodingSettings settings,
      int maxLength,
      List<DenseLayer> dense,
      int dimension,
      BatchRunner runner) {
    this.tokenizer = tokenizer;
    this.settings = settings;
    this.informative = new InformativeTokens(tokenizer);
    this.maxLength = maxLength;
    this.specialTokens =
        tokenizer.specialTokens().prefix().length + tokenizer.specialTokens().suffix().length;
    this.dense = List.copyOf(dense);
    this.dimension = dimension;
    this.runner = runner;
  }

  /** A range of tokens. */
  private record Range(int from, int to) {
    int size() {
      return to - from;
    }
  }

  /**
   * What the model reads at once.
   *
   * @param sequence the tokens: special tokens, those of prefix and title, those of a part of the
   *     text, special tokens
   * @param start index in the sequence of the first token of the text
   * @param end index after the last token of the text
   * @param passages the passages whose vectors are taken from here: their numbers, and ranges of
   *     the sequence
   */
  private record Window(TokenSequence sequence, int start, int end, List<Part> passages) {}

  /** The tokens of a passage in a sequence. */
  private record Part(int passage, Range tokens) {}

  /** A text with its tokens, those of prefix and title first. */
  private record Reading(TokenizedText tokens, int header, List<Range> passages) {}

  @Override
  public List<float[][]> encode(List<Passages> texts, Role role) {
    List<float[][]> vectors = new ArrayList<>(texts.size());
    List<Window> windows = new ArrayList<>();
    List<float[][]> targets = new ArrayList<>();
    for (Passages text : texts) {
      float[][] target = new float[text.passages().size()][];
      vectors.add(target);
      for (Window window : windows(text, role, target)) {
        windows.add(window);
        targets.add(target);
      }
    }
    float[][] pooled =
        runner
            .submit(
                windows.stream().map(Window::sequence).toList(),
                (index, states, size) -> pool(windows.get(index), states, size))
            .await();
    for (int i = 0; i < pooled.length; i++) {
      List<Part> parts = windows.get(i).passages();
      for (int part = 0; part < parts.size(); part++) {
        targets.get(i)[parts.get(part).passage()] =
            Arrays.copyOfRange(pooled[i], part * dimension, (part + 1) * dimension);
      }
    }
    return vectors;
  }

  /**
   * Divides a text into windows.
   *
   * @param vectors receives the zero vectors of passages without content
   */
  private List<Window> windows(Passages text, Role role, float[][] vectors) {
    Reading reading = read(text, role);
    List<Integer> known = new ArrayList<>();
    for (int i = 0; i < vectors.length; i++) {
      if (isInformative(text, i, reading, settings.prefix(role).length())) {
        known.add(i);
      } else {
        vectors[i] = new float[dimension];
      }
    }
    int room = Math.max(1, maxLength - specialTokens);
    int length = reading.tokens().size();
    int head = length <= room ? reading.header() : Math.min(reading.header(), room / 2);
    List<Window> windows = new ArrayList<>();
    for (int from = 0, to; from < known.size(); from = to) {
      Range first = reading.passages().get(known.get(from));
      Range covered = new Range(first.from(), Math.min(first.to(), first.from() + room - head));
      to = from + 1;
      for (; to < known.size(); to++) {
        int end = Math.max(covered.to(), reading.passages().get(known.get(to)).to());
        if (end - covered.from() > room - head) {
          break;
        }
        covered = new Range(covered.from(), end);
      }
      windows.add(
          window(
              reading,
              head,
              filled(covered, room - head, new Range(reading.header(), length)),
              known.subList(from, to),
              role));
    }
    return windows;
  }

  /** Extends a range to a size, by as much on both sides as possible, within a larger range. */
  private static Range filled(Range covered, int size, Range all) {
    if (size >= all.size()) {
      return all;
    }
    int before = (size - covered.size()) / 2;
    int from = Math.clamp(covered.from() - before, all.from(), all.to() - size);
    return new Range(from, from + size);
  }

  private Window window(Reading reading, int head, Range text, List<Integer> passages, Role role) {
    TokenizedText tokens = reading.tokens();
    int[] ids =
        IntStream.concat(
                Arrays.stream(tokens.ids(), 0, head),
                Arrays.stream(tokens.ids(), text.from(), text.to()))
            .toArray();
    TokenSequence sequence =
        TokenSequence.of(
            tokenizer
                .specialTokens()
                .addTo(
                    new TokenizedText(ids, new int[ids.length], new int[ids.length]),
                    specialTokens + ids.length),
            role);
    int start = tokenizer.specialTokens().prefix().length + head;
    List<Part> parts =
        passages.stream()
            .map(
                passage -> {
                  Range own = reading.passages().get(passage);
                  int from = Math.clamp(own.from(), text.from(), text.to());
                  int to = Math.clamp(own.to(), text.from(), text.to());
                  return new Part(
                      passage, new Range(start + from - text.from(), start + to - text.from()));
                })
            .toList();
    return new Window(sequence, start, start + text.size(), parts);
  }

  private Reading read(Passages text, Role role) {
    String whole = settings.prefix(role) + Passage.titled(text.title(), text.text());
    int offset = whole.length() - text.text().length();
    TokenizedText tokens = tokenizer.tokenize(whole);
    int header = 0;
    while (header < tokens.size() && tokens.ends()[header] <= offset) {
      header++;
    }
    List<Range> passages = new ArrayList<>(text.passages().size());
    int first = header;
    for (Span span : text.passages()) {
      while (first < tokens.size() && tokens.ends()[first] <= offset + span.start()) {
        first++;
      }
      int end = first;
      while (end < tokens.size() && tokens.starts()[end] < offset + span.end()) {
        end++;
      }
      passages.add(new Range(first, end));
    }
    return new Reading(tokens, header, passages);
  }

  private boolean isInformative(Passages text, int passage, Reading reading, int prefixLength) {
    Span span = text.passages().get(passage);
    String titled = Passage.titled(text.title(), span.coveredText(text.text()));
    TokenizedText tokens = reading.tokens();
    Range own = reading.passages().get(passage);
    return !Encoder.isBlank(titled)
        && IntStream.concat(
                IntStream.range(0, reading.header()).filter(i -> tokens.ends()[i] > prefixLength),
                IntStream.range(own.from(), own.to()))
            .anyMatch(i -> informative.contains(tokens.ids()[i]));
  }

  /**
   * Computes the vectors of the passages of a window.
   *
   * @param states the vectors of its tokens, {@code [tokens, hidden]}
   * @return {@code [passages, dimension]}
   */
  private float[] pool(Window window, FloatBuffer states, int size) {
    int tokens = window.sequence().length();
    int hidden = size / tokens;
    float[] all = BatchRunner.copy(states, size, tokens);
    Range before = new Range(0, window.start());
    Range after = new Range(window.end(), tokens);
    float[] vectors = new float[window.passages().size() * dimension];
    for (int i = 0; i < window.passages().size(); i++) {
      float[] sum = new float[hidden];
      int count = 0;
      for (Range range : List.of(before, window.passages().get(i).tokens(), after)) {
        count += range.size();
        for (int token = range.from(); token < range.to(); token++) {
          for (int d = 0; d < hidden; d++) {
            sum[d] += all[token * hidden + d];
          }
        }
      }
      float[] vector = OnnxEncoder.truncate(TokenPooling.finish(sum, count, dense), dimension);
      System.arraycopy(vector, 0, vectors, i * dimension, dimension);
    }
    return vectors;
  }

  /** Running texts are completed first. Closing twice has no effect. */
  @Override
  public void close() {
    runner.close();
  }
}
