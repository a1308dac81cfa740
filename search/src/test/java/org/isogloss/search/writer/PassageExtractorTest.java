// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.Optional;
import org.isogloss.core.Document;
import org.isogloss.core.Encoder;
import org.isogloss.core.Language;
import org.isogloss.core.Passage;
import org.isogloss.core.Role;
import org.isogloss.text.segmentation.PassageSplitter;
import org.junit.jupiter.api.Test;

class PassageExtractorTest {
  private static final String TEXT =
      "The cat sleeps on the mat. The dog barks in the garden at night, and nobody knows why it"
          + " does so. It rains.";

  private static Document document(String title) {
    return new Document("d", Language.of("en"), title, TEXT);
  }

  @Test
  void keepsPassagesThatFitTheEncoder() {
    assertThat(passages(1000, "")).extracting(Passage::text).containsExactly(TEXT);
  }

  @Test
  void splitsLongPassagesWithoutLosingText() {
    List<Passage> passages = passages(60, "");
    assertThat(passages).hasSizeGreaterThan(2).allMatch(passage -> passage.text().length() <= 60);
    assertThat(passages)
        .allMatch(passage -> TEXT.substring(passage.start(), passage.end()).equals(passage.text()));
    assertThat(String.join(" ", passages.stream().map(Passage::text).toList())).isEqualTo(TEXT);
    assertThat(passages).extracting(Passage::ordinal).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void includesTheTitleInTheLength() {
    assertThat(passages(90, "A title of thirty characters..").size())
        .isGreaterThan(passages(90, "").size());
  }

  @Test
  void stopsSplittingIfTheTitleIsTooLong() {
    assertThat(passages(20, "A title of thirty characters..")).isNotEmpty();
  }

  @Test
  void keepsADocumentThatHasOnlyALongTitle() {
    String title = "A title of thirty characters..";
    for (String text : List.of("", "\u00a0")) {
      Document document = new Document("d", Language.of("en"), title, text);
      assertThat(extractor(20).extract(document))
          .extracting(Passage::title, Passage::text)
          .containsExactly(tuple(title, ""));
    }
  }

  @Test
  void whiteSpaceOfAnyKindIsNoTitle() {
    assertThat(extractor(20).extract(new Document("d", Language.of("en"), "\u00a0", "\u3000")))
        .isEmpty();
  }

  private static PassageExtractor extractor(int characters) {
    return new PassageExtractor(new PassageSplitter(160), Optional.of(new ShortReader(characters)));
  }

  private static List<Passage> passages(int characters, String title) {
    return extractor(characters).extract(document(title));
  }

  /** An encoder with a maximum number of characters. */
  private record ShortReader(int characters) implements Encoder {
    @Override
    public boolean fits(String text, Role role) {
      return text.length() <= characters;
    }

    @Override
    public int dimension() {
      return 1;
    }

    @Override
    public String fingerprint() {
      return "0";
    }

    @Override
    public float[][] encode(List<String> texts, Role role) {
      return new float[texts.size()][1];
    }

    @Override
    public void close() {}
  }
}
