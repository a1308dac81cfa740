// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.core.metadata.MetadataValue;
import org.isogloss.engine.SearchEngine;
import org.isogloss.search.storage.IndexUnavailableException;
import org.isogloss.server.http.RequestException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

  @Test
  void resultsAreThoseOfSingleChanges(@TempDir Path folder) {
    try (ServedIndex index = servedIndex(folder)) {
      Change put = put("short", MetadataValue.of(1));
      Change delete = new Change.Delete("a");
      Change other = put("short", SHORT);
      List<CompletableFuture<Change.Result>> results =
          Stream.of(delete, put, put, other, delete, delete, put, delete)
              .map(change -> index.changes().submit(change, Duration.ofMinutes(1)))
              .toList();
      assertThat(results.get(3))
          .failsWithin(Duration.ofMinutes(1))
          .withThrowableThat()
          .withMessageContaining("colour");
      assertThat(Stream.of(0, 1, 2, 4, 5, 6, 7).map(i -> results.get(i).join()))
          .containsExactly(
              Change.Result.NOT_FOUND,
              Change.Result.INDEXED,
              Change.Result.INDEXED,
              Change.Result.DELETED,
              Change.Result.NOT_FOUND,
              Change.Result.INDEXED,
              Change.Result.DELETED);
      assertThat(index.<Boolean>use(engine -> engine.view().passages("a").isEmpty())).isTrue();
    }
  }

  @Test
  void storageThatIsAwayIsNoFaultOfTheClient(@TempDir Path folder) {
    try (ServedIndex index = servedIndex(folder)) {
      assertThatThrownBy(
              () ->
                  index.use(
                      engine -> {
                        throw new IndexUnavailableException("solr-1.internal:8983 is unavailable");
                      }))
          .isInstanceOfSatisfying(
              RequestException.class,
              e -> {
                assertThat(e.reason()).isEqualTo(RequestException.Reason.UNAVAILABLE);
                assertThat(e.retryAfter()).isPresent();
              })
          .hasMessageNotContaining("solr-1");
    }
  }

  private static ServedIndex servedIndex(Path folder) {
    SearchEngine engine = SearchEngine.at(folder.resolve("index")).withoutVectors().openOrCreate();
    return new ServedIndex(
        "test",
        engine,
        Optional.empty(),
        Set.of(),
        Optional.empty(),
        Optional.empty(),
        Duration.ofHours(1));
  }

  private static Change put(String text, MetadataValue value) {
    Metadata metadata = Metadata.EMPTY.with("colour", value);
    return new Change.Put(new Document("a", Language.of("en"), "", text, metadata));
  }
}
