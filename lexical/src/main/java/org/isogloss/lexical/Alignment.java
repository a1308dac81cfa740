package org.isogloss.lexical;

import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.isogloss.core.IsoglossException;

/**
 * Which words of a pair of sentences translate each other.
 *
 * @param links in the order of source words, then of target words, each once
 */
public record Alignment(List<AlignmentLink> links) {
  /** No word translates any. */
  public static final Alignment NONE = new Alignment(List.of());

  public Alignment {
    links = List.copyOf(new TreeSet<>(links));
  }

  /** These links in any order. */
  public static Alignment of(Collection<AlignmentLink> links) {
    return new Alignment(List.copyOf(links));
  }

  /**
   * Reads what {@link #toString} writes.
   *
   * @throws IsoglossException if it is something else
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
          "\"" + text + "\" is no link: expected two numbers of words from 0, such as 0-1", e);
    }
  }

  /** In Pharaoh's format, which Moses has too: {@code 0-0 1-2}. */
  @Override
  public String toString() {
    return links.stream().map(AlignmentLink::toString).collect(Collectors.joining(" "));
  }
}
