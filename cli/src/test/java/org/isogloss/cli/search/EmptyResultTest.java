// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isogloss.cli.CommandTest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EmptyResultTest extends CommandTest {
  private Path index;

  @BeforeEach
  void index() throws IOException {
    index = folder.resolve("index");
    Path documents =
        Files.writeString(
            folder.resolve("docs.jsonl"),
            """
            {"id": "a", "language": "en", "text": "The cat sleeps.", "kind": "note", "year": 2023}
            {"id": "b", "language": "en", "text": "The dog barks.", "kind": "note", "tags": ["x", "y"]}
            {"id": "c", "language": "de", "text": "Die Katze schläft.", "kind": "recipe"}
            """);
    assertThat(isogloss("index", documents, "--index", index, "--model", "none", "-q")).isZero();
  }

  private String search(Object... options) {
    Object[] all = new Object[options.length + 3];
    all[0] = "search";
    all[1] = "--index";
    all[2] = index;
    System.arraycopy(options, 0, all, 3, options.length);
    assertThat(isogloss(all)).isZero();
    return err();
  }

  @Test
  void namesTheLanguagesOfTheIndex() {
    assertThat(search("cat", "--languages", "fr"))
        .contains("Nothing found.", "Languages of the index, with their passages: en 2, de 1.");
  }

  @Test
  void namesTheValuesOfFilteredFields() {
    assertThat(search("cat", "--filter", "kind = \"news\" and year > 2030 and tags = \"z\""))
        .contains(
            "Values of kind: note 2, recipe 1.",
            "Values of year: 2023 1.",
            "Values of tags: x 1, y 1.");
  }

  @Test
  void explainsNothingIfWordsAloneAreNotFound() {
    assertThat(search("giraffe")).contains("Nothing found.").doesNotContain("Values", "Languages");
  }

  @Test
  void statesThatTheIndexIsEmpty() {
    for (String id : new String[] {"a", "b", "c"}) {
      isogloss("index", "--delete", id, "--index", index);
    }
    assertThat(search("cat")).contains("The index has no documents.");
  }
}
