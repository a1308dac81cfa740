// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical;

import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.isogloss.core.IsoglossException;

/**
 * A word alignment of a sentence pair: which words translate each other.
 *
 * @param links the links, sorted by source word and then target word, without duplicates
 */
public record Alignment(List<AlignmentLink> links) {
  /** The alignment without links. */
  public static final Alignment NONE = new Alignment(List.of());

  public Alignment {
    links = List.copyOf(new TreeSet<>(links));
  }

  /** Creates an alignment from links in any order. */
  public static Alignment of(Collection<AlignmentLink> links) {
    return new Alignment(List.copyOf(links));
  }

  /**
   * Parses the format of {@link #toString}.
   *
   * @throws IsoglossException if the text is not in that format
   */
  public static Alignment parse(String pharaoh) {
    if (pharaoh.isBlank()) {
      return NONE;
    }
    return of(
        List.of(pharaoh.strip().split("\\s+", -1)).stream().map(Alignment::parseLink).toList());
  }

  private static AlignmentLink parseLink(String text) {
    int hyphen = text.indexOf('-');
    try {
      return new AlignmentLink(
          Integer.parseInt(text.substring(0, Math.max(hyphen, 0))),
          Integer.parseInt(text.substring(hyphen + 1)));
    } catch (IllegalArgumentException e) {
      throw new IsoglossException(
          "\"" + text + "\" is not a link: expected two word positions from 0, such as 0-1", e);
    }
  }

  /** Returns the links in the format of Pharaoh and Moses: {@code 0-0 1-2}. */
  @Override
  public String toString() {
    return links.stream().map(AlignmentLink::toString).collect(Collectors.joining(" "));
  }
}
