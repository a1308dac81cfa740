// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.detect;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.isogloss.core.Document;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.detect.PartitionedCollection.Part;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartitionedCollectionTest {
  private static final DocumentOptions SKIP = DocumentOptions.DEFAULT.withOnError(OnError.SKIP);
  private static final String LINE = "{\"id\": \"d1\", \"text\": \"A line.\"}\n";

  @TempDir Path folder;

  private void write(String name, String text) throws IOException {
    Files.createDirectories(folder.resolve(name).getParent());
    Files.writeString(folder.resolve(name), text);
  }

  private PartitionedCollection.Listing list(Path origin) {
    return new PartitionedCollection(origin, SKIP).list(folder.resolve("no folder"));
  }

  /** Checks that the parts in their order are the collection; returns their names. */
  private List<String> partsOf(Path origin) {
    var listing = list(origin);
    List<Document> documents = new ArrayList<>();
    for (Part part : listing.parts()) {
      try (Records<Document> records = listing.read(part)) {
        records.forEachRemaining(documents::add);
        listing.count(records);
      }
    }
    try (Records<Document> whole = Documents.read(origin, SKIP)) {
      List<Document> expected = new ArrayList<>();
      whole.forEachRemaining(expected::add);
      assertThat(documents).isEqualTo(expected);
      assertThat(listing.skippedCount()).isEqualTo(whole.skippedCount());
      assertThat(listing.skippedFiles().examples())
          .containsExactlyInAnyOrderElementsOf(whole.skippedFiles().examples());
    }
    return listing.parts().stream().map(Part::name).toList();
  }

  @Test
  void filesOfAFolderOfTexts() throws IOException {
    write("README.md", "A readme.");
    write("de/my notes.txt", "Ein Text.");
    write(".hidden", "hidden");
    assertThat(partsOf(folder)).containsExactly("README.md", "de/my%20notes.txt");
  }

  @Test
  void filesAndSubfoldersOfAMixedCollection() throws IOException {
    write("README.md", "A readme.");
    write("lines.jsonl", LINE + "{\"id\":\n");
    write("texts/a.txt", "A text.");
    write("beir/corpus.jsonl", "{\"_id\": \"b1\", \"title\": \"\", \"text\": \"A passage.\"}\n");
    write("beir/queries.jsonl", "{\"_id\": \"q1\", \"text\": \"A query.\"}\n");
    write("beir/qrels/test.tsv", "query-id\tcorpus-id\tscore\nq1\tb1\t1\n");
    write("image.png", "\u0089PNG");
    write("index/lucene/segments_1", "an index");
    assertThat(partsOf(folder))
        .containsExactly("README.md", "beir", "image.png", "lines.jsonl", "texts/a.txt");
  }

  @Test
  void fileIsOnePart() throws IOException {
    write("lines.jsonl", LINE);
    assertThat(partsOf(folder.resolve("lines.jsonl"))).containsExactly("lines.jsonl");
  }

  @Test
  void excludedFolderIsNoPart() throws IOException {
    write("a.txt", "A text.");
    write("own/b.txt", "Another text.");
    assertThat(new PartitionedCollection(folder, SKIP).list(folder.resolve("own")).parts())
        .extracting(Part::name)
        .containsExactly("a.txt");
  }
}
