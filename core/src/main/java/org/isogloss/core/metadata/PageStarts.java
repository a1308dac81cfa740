// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.metadata;

import static java.util.stream.Collectors.joining;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.regex.Pattern;

/**
 * Where the pages of a document begin in its text: the field {@value #FIELD}, offsets in UTF-16
 * units separated by blanks, such as {@code 0 1830 4021}. It is one string, so that an index does
 * not store each offset with each passage.
 */
public final class PageStarts {
  public static final String FIELD = "page_starts";

  private static final Pattern OFFSETS = Pattern.compile("\\d{1,9}( \\d{1,9})*+");

  private PageStarts() {}

  /**
   * Returns the value of the field.
   *
   * @param offsets ascending, those of the first page first
   */
  public static MetadataValue of(List<Integer> offsets) {
    return MetadataValue.of(offsets.stream().map(String::valueOf).collect(joining(" ")));
  }

  /**
   * Returns the page, from 1, that contains a position in the text; empty if the pages of the
   * document are not known.
   */
  public static OptionalInt findPage(Metadata metadata, int offset) {
    String starts = metadata.find(FIELD).map(MetadataValue::toString).orElse("");
    if (!OFFSETS.matcher(starts).matches()) {
      return OptionalInt.empty();
    }
    int[] offsets = Arrays.stream(starts.split(" ")).mapToInt(Integer::parseInt).toArray();
    long page = Arrays.stream(offsets).filter(start -> start <= offset).count();
    return page == 0 ? OptionalInt.empty() : OptionalInt.of((int) page);
  }

  /** Returns the other fields of a document, for display. */
  public static Metadata without(Metadata metadata) {
    SequencedMap<String, MetadataValue> others = new LinkedHashMap<>(metadata.fields());
    return others.remove(FIELD) == null ? metadata : new Metadata(others);
  }
}
