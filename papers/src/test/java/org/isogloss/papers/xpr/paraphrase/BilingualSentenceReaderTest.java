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

  @Test
  void readsMosesFilesAndTranslationMemories() throws IOException {
    Files.writeString(folder.resolve("UNv1.0.en-zh.en"), "Resolution 918\nAdopted by vote\n");
    Files.writeString(folder.resolve("UNv1.0.en-zh.zh"), "第918号决议\n表决通过\n");
    Files.writeString(folder.resolve("UNv1.0.en-zh.ids"), "1\t1\n2\t2\n");
    Files.writeString(
        folder.resolve("en-zh.tmx"),
        """
        <tmx version="1.4"><header srclang="zh"/><body><tu>
        <tuv xml:lang="zh"><seg>安全理事会</seg></tuv><tuv xml:lang="en"><seg>The Council</seg></tuv>
        </tu></body></tmx>
        """);
    LanguagePair languages = new LanguagePair(Language.of("zh"), Language.of("en"));
    assertThat(BilingualSentenceReader.read(folder, languages))
        .extracting(sentence -> sentence.text().first() + " / " + sentence.english())
        .containsExactlyInAnyOrder(
            "第918号决议 / Resolution 918", "表决通过 / Adopted by vote", "安全理事会 / The Council");
  }
}
