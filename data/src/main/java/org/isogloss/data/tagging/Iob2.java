// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.tagging;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The scheme IOB2 of tags for spans of words (Ratnaparkhi 1998): {@code B-TYPE} for the first word
 * of a span, {@code I-TYPE} for the others, {@code O} for words outside of spans.
 */
public final class Iob2 {
  /** The tag of a word outside of spans. */
  public static final String OUTSIDE = "O";

  private static final Pattern TAG = Pattern.compile("(?<position>[BI])-(?<type>\\S+)");

  private Iob2() {}

  /** Whether a tag is {@code O}, {@code B-TYPE} or {@code I-TYPE}. */
  public static boolean isTag(String tag) {
    return tag.equals(OUTSIDE) || TAG.matcher(tag).matches();
  }

  /**
   * The type of a tag; empty for {@code O}.
   *
   * @throws IllegalArgumentException if it is not {@code O}, {@code B-TYPE} or {@code I-TYPE}
   */
  public static Optional<String> type(String tag) {
    return tag.equals(OUTSIDE) ? Optional.empty() : Optional.of(matcher(tag).group("type"));
  }

  private static Matcher matcher(String tag) {
    Matcher matcher = TAG.matcher(tag);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "the tag is \"" + tag + "\", expected O, B-TYPE or I-TYPE");
    }
    return matcher;
  }

  /**
   * Converts the tags of a sentence to IOB2. A span begins at every {@code B-TYPE}, and at every
   * {@code I-TYPE} after {@code O}, after another type, or at the beginning of the sentence. This
   * is conlleval's rule (Tjong Kim Sang and Buchholz 2000), which reads the schemes IOB2 and IOB1
   * alike. In the scheme IO, which has no {@code B-}, adjacent spans of one type become one span.
   *
   * @throws IllegalArgumentException if a tag is not {@code O}, {@code B-TYPE} or {@code I-TYPE}
   */
  public static List<String> normalize(List<String> tags) {
    List<String> normalized = new ArrayList<>(tags.size());
    Optional<String> previous = Optional.empty();
    for (String tag : tags) {
      Optional<String> type = type(tag);
      boolean begins = type.isPresent() && (tag.startsWith("B-") || !type.equals(previous));
      normalized.add(begins ? "B-" + type.get() : tag);
      previous = type;
    }
    return normalized;
  }
}
