// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.decoding;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Chooses the tags of a sentence by the logits of its words. If the tags are those of spans in the
 * scheme IOB2, it returns the most probable sequence that the scheme allows, in which {@code
 * I-TYPE} follows only {@code B-TYPE} or {@code I-TYPE} (the Viterbi algorithm); otherwise the most
 * probable tag of each word.
 */
public final class TagDecoder {
  private static final String OUTSIDE = "O";
  private static final String BEGIN = "B-";
  private static final String INSIDE = "I-";

  private final List<String> tags;
  private final boolean spans;

  /** Creates a decoder for tags in the order of the logits. */
  public TagDecoder(List<String> tags) {
    this.tags = List.copyOf(tags);
    this.spans =
        tags.contains(OUTSIDE)
            && tags.stream()
                .allMatch(
                    tag -> tag.equals(OUTSIDE) || tag.startsWith(BEGIN) || tag.startsWith(INSIDE));
    if (tags.isEmpty()) {
      throw new IllegalArgumentException("there are no tags, expected one or more");
    }
  }

  /** Whether the tags are those of spans in the scheme IOB2. */
  public boolean hasSpans() {
    return spans;
  }

  /**
   * Returns the tag of each word.
   *
   * @param logits for each word, {@code float[tags]}
   */
  public List<String> decode(List<float[]> logits) {
    int[] best = spans ? bestPath(logits) : bestTags(logits);
    return Arrays.stream(best).mapToObj(tags::get).toList();
  }

  private static int[] bestTags(List<float[]> logits) {
    return logits.stream().mapToInt(TagDecoder::argmax).toArray();
  }

  private static int argmax(float[] values) {
    int best = 0;
    for (int i = 1; i < values.length; i++) {
      best = values[i] > values[best] ? i : best;
    }
    return best;
  }

  private int[] bestPath(List<float[]> logits) {
    if (logits.isEmpty()) {
      return new int[0];
    }
    List<int[]> previousTags = new ArrayList<>();
    double[] scores = new double[tags.size()];
    for (int tag = 0; tag < scores.length; tag++) {
      // The beginning of a sentence allows what the tag O before it would allow.
      boolean allowed = !tags.get(tag).startsWith(INSIDE);
      scores[tag] = allowed ? logits.getFirst()[tag] : Double.NEGATIVE_INFINITY;
    }
    for (float[] word : logits.subList(1, logits.size())) {
      int[] from = new int[scores.length];
      double[] next = new double[scores.length];
      for (int tag = 0; tag < scores.length; tag++) {
        from[tag] = bestPrevious(scores, tag);
        // The sum of logits ranks sequences as the sum of log-probabilities does.
        next[tag] = scores[from[tag]] + word[tag];
      }
      previousTags.add(from);
      scores = next;
    }
    return path(scores, previousTags);
  }

  /** Returns the tag with the highest score that may precede another one. */
  private int bestPrevious(double[] scores, int tag) {
    Optional<String> type = insideType(tag);
    int best = -1;
    for (int previous = 0; previous < scores.length; previous++) {
      if ((type.isEmpty() || isOfType(previous, type.get()))
          && (best < 0 || scores[previous] > scores[best])) {
        best = previous;
      }
    }
    return best;
  }

  private Optional<String> insideType(int tag) {
    String name = tags.get(tag);
    return name.startsWith(INSIDE)
        ? Optional.of(name.substring(INSIDE.length()))
        : Optional.empty();
  }

  private boolean isOfType(int tag, String type) {
    String name = tags.get(tag);
    return name.length() > BEGIN.length() && name.substring(BEGIN.length()).equals(type);
  }

  private static int[] path(double[] lastScores, List<int[]> previousTags) {
    int last = 0;
    for (int tag = 1; tag < lastScores.length; tag++) {
      last = lastScores[tag] > lastScores[last] ? tag : last;
    }
    List<Integer> path = new ArrayList<>(List.of(last));
    for (int[] previous : previousTags.reversed()) {
      path.add(previous[path.getLast()]);
    }
    Collections.reverse(path);
    return path.stream().mapToInt(Integer::intValue).toArray();
  }
}
