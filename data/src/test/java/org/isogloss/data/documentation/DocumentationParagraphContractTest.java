// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordReaderContractTest;
import org.isogloss.data.Records;
import org.junit.jupiter.api.Test;

class DocumentationParagraphContractTest extends RecordReaderContractTest<DocumentationParagraph> {
  @Override
  public String fileName() {
    return "de.tsv";
  }

  @Override
  public Records<DocumentationParagraph> read(Path file, OnError onError) {
    return ParallelDocumentation.readParagraphs(file, onError);
  }

  @Override
  public List<String> good() {
    return List.of(
        "find\thd_1\th1\tSuchleiste",
        "find\tpar_2\tp\tDie Leiste sucht Text.",
        "print\thd_1\th3\tDrucken");
  }

  @Override
  public List<DocumentationParagraph> expected() {
    return List.of(
        new DocumentationParagraph("find", "hd_1", "h1", "Suchleiste"),
        new DocumentationParagraph("find", "par_2", "p", "Die Leiste sucht Text."),
        new DocumentationParagraph("print", "hd_1", "h3", "Drucken"));
  }

  @Override
  public List<Bad> bad() {
    String columns = "expected page TAB id TAB tag TAB text";
    return List.of(
        new Bad("three columns", "find\tx\tp", "found 3 columns", columns),
        new Bad("five columns", "find\tx\tp\ttext\tmore", "found 5 columns", columns),
        new Bad("no page", "\tx\tp\ttext", "the page is empty"),
        new Bad("no id", "find\t \tp\ttext", "the id is empty"),
        new Bad("no tag", "find\tx\t\ttext", "the tag is empty"),
        new Bad("no text", "find\tx\tp\t", "the text is empty"));
  }

  @Override
  public String longRecord(int characters) {
    return "find\tx\tp\t" + "a".repeat(characters);
  }

  @Test
  void recognisesHeadings() {
    assertThat(List.of("h1", "h6", "h0", "h7", "p", "h", "hr", "note"))
        .extracting(tag -> new DocumentationParagraph("p", "i", tag, "t").headingLevel())
        .containsExactly(1, 6, 0, 0, 0, 0, 0, 0);
  }
}
