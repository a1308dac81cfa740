// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.core.metadata.MetadataValue;
import org.junit.jupiter.api.Test;

class ChangeQueueTest {
  private static final MetadataValue SHORT = new MetadataValue.StringValue("red");

  @Test
  void weighsTextAndFieldsOfDocuments() {
    String large = "x".repeat(1 << 20);
    MetadataValue field = new MetadataValue.StringValue(large);
    int weight = ChangeQueue.permits(put(large, SHORT));
    assertThat(weight).isGreaterThan(100);
    assertThat(ChangeQueue.permits(put("short", SHORT))).isOne();
    assertThat(ChangeQueue.permits(put("short", field))).isEqualTo(weight);
    assertThat(
            ChangeQueue.permits(put("short", new MetadataValue.ListValue(List.of(field, field)))))
        .isEqualTo(2 * weight - 1);
    assertThat(ChangeQueue.permits(new Change.Delete("a"))).isOne();
  }

  @Test
  void admitsOneDocumentOfAnySize() {
    assertThat(ChangeQueue.permits(put("x".repeat(1 << 26), SHORT)))
        .isEqualTo(ChangeQueue.CAPACITY);
  }

  private static Change put(String text, MetadataValue value) {
    Metadata metadata = Metadata.EMPTY.with("colour", value);
    return new Change.Put(new Document("a", Language.of("en"), "", text, metadata));
  }
}
