// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.xpr.paraphrase;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isogloss.core.Language;
import org.isogloss.data.LanguagePair;
import org.isogloss.papers.xpr.mixture.BilingualText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BilingualSentenceReaderTest {
  @TempDir private Path folder;

  @Test
  void leavesOutWordListsAndWhatCannotBeATranslation() throws IOException {
    Files.writeString(
        folder.resolve("en-zh.tsv"),
        """
        The harvest is past, the summer is ended.\t麦秋已过，夏令已完。\tbible
        and all the people went to the city of their fathers\ta\tbible
        Notes:\t注意：\tgnomedocs
        house\t房子\tindian_dict
        """);
    LanguagePair languages = new LanguagePair(Language.of("en"), Language.of("zh"));
    assertThat(BilingualSentenceReader.read(folder, languages))
        .extracting(BilingualSentenceReader.BilingualSentence::text)
        .containsExactly(
            new BilingualText("The harvest is past, the summer is ended.", "麦秋已过，夏令已完。"),
            new BilingualText("Notes:", "注意："));
  }
}
