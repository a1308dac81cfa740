// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PageStartsTest {
  private static final Metadata THREE_PAGES =
      Metadata.EMPTY
          .with("pages", MetadataValue.of(3))
          .with(PageStarts.FIELD, PageStarts.of(List.of(0, 40, 40)));

  @Test
  void findsThePageOfAPosition() {
    assertThat(PageStarts.findPage(THREE_PAGES, 0)).hasValue(1);
    assertThat(PageStarts.findPage(THREE_PAGES, 39)).hasValue(1);
    // The second page is empty.
    assertThat(PageStarts.findPage(THREE_PAGES, 40)).hasValue(3);
    assertThat(PageStarts.findPage(THREE_PAGES, 1_000)).hasValue(3);
  }

  @Test
  void isEmptyForDocumentsWithoutPages() {
    assertThat(PageStarts.findPage(Metadata.EMPTY, 5)).isEmpty();
    Metadata other = Metadata.EMPTY.with(PageStarts.FIELD, MetadataValue.of("soon"));
    assertThat(PageStarts.findPage(other, 5)).isEmpty();
  }

  @Test
  void returnsTheOtherFields() {
    assertThat(PageStarts.without(THREE_PAGES).fields().keySet()).containsExactly("pages");
    assertThat(PageStarts.without(Metadata.EMPTY)).isSameAs(Metadata.EMPTY);
  }
}
