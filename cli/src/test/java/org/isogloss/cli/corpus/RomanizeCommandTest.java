// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.isogloss.cli.CommandTest;
import org.isogloss.data.OnError;
import org.isogloss.data.bitext.Bitext;
import org.isogloss.data.bitext.SentencePair;
import org.junit.jupiter.api.Test;

class RomanizeCommandTest extends CommandTest {
  private Path bitext(String name, String... lines) throws IOException {
    return Files.write(folder.resolve(name), List.of(lines));
  }

  private List<SentencePair> pairs(Path file) {
    try (var records = Bitext.readTsv(file, OnError.FAIL)) {
      return records.stream().toList();
    }
  }

  @Test
  void writesTheSideInAnotherScript() throws IOException {
    Path file =
        bitext("en-ru.tsv", "How to bake bread\tКак испечь хлеб\tnews", "Pike\tЩука\tbooks");
    Path to = folder.resolve("out");
    assertThat(isogloss("data", "romanize", file, "--to", to, "--scheme", "official")).isZero();
    List<SentencePair> written = pairs(to.resolve("en-ru-Latn.tsv.gz"));
    assertThat(written)
        .extracting(SentencePair::source, SentencePair::target, SentencePair::origin)
        .containsExactly(
            tuple("How to bake bread", "Kak ispech khleb", "news"),
            tuple("Pike", "Shchuka", "books"));
    assertThat(written.getFirst().targetLanguage().tag()).isEqualTo("ru-Latn");
    assertThat(err()).contains("Wrote 2 pairs of 2");
  }

  @Test
  void takesSchemesAtRandomBySeed() throws IOException {
    String[] lines = new String[40];
    Arrays.fill(lines, "pike\tщука");
    Path file = bitext("en-ru.tsv", lines);
    Path one = folder.resolve("one");
    Path two = folder.resolve("two");
    assertThat(isogloss("data", "romanize", file, "--to", one)).isZero();
    assertThat(isogloss("data", "romanize", file, "--to", two)).isZero();
    List<SentencePair> written = pairs(one.resolve("en-ru-Latn.tsv.gz"));
    assertThat(written).isEqualTo(pairs(two.resolve("en-ru-Latn.tsv.gz")));
    Set<String> forms = written.stream().map(SentencePair::target).collect(Collectors.toSet());
    assertThat(forms).containsExactlyInAnyOrder("ŝuka", "suka", "shchuka", "schuka");
  }

  @Test
  void refusesTwoFilesForOneOutput() throws IOException {
    Path one = bitext("en-ru.tsv", "pike\tщука");
    Path other = bitext("en-ru.news.tsv", "pike\tщука");
    Path to = folder.resolve("out");
    assertThat(isogloss("data", "romanize", one, other, "--to", to)).isEqualTo(1);
    assertThat(err())
        .contains(other + " and " + one + " would be written to the same file")
        .contains("en-ru-Latn.tsv.gz");
    assertThat(to).doesNotExist();
    Path simplified = bitext("en-zh.tsv", "pike\t狗鱼");
    Path traditional = bitext("en-zh-Hant.tsv", "pike\t狗魚");
    assertThat(isogloss("data", "romanize", simplified, traditional, "--to", to)).isEqualTo(1);
    assertThat(err()).contains("en-zh-Latn.tsv.gz");
  }

  @Test
  void doesNotReplaceTextThatIsInLatinLettersFromTheStart() throws IOException {
    Path cyrillic = bitext("en-uz-Cyrl.tsv", "dog\tит");
    Path latin = Files.writeString(folder.resolve("en-uz.tsv.gz"), "kept");
    assertThat(isogloss("data", "romanize", cyrillic, "--to", folder)).isEqualTo(1);
    assertThat(err()).contains("en-uz.tsv.gz: already exists");
    assertThat(latin).hasContent("kept");
  }

  @Test
  void readsJapaneseAsItIsPronounced() throws IOException {
    Path file = bitext("en-ja.tsv", "How many hours do cats sleep\t猫は何時間眠る");
    assertThat(isogloss("data", "romanize", file, "--to", folder, "--scheme", "plain")).isZero();
    assertThat(pairs(folder.resolve("en-ja-Latn.tsv.gz")).getFirst().target())
        .isEqualTo("neko wa nan jikan nemuru");
  }

  @Test
  void leavesOutLatinLanguagesAndRejectsUnknownSchemes() throws IOException {
    Path german = bitext("en-de.tsv", "dog\tHund");
    assertThat(isogloss("data", "romanize", german, "--to", folder.resolve("out"))).isZero();
    assertThat(err()).contains("both languages are written in Latin letters");
    assertThat(folder.resolve("out")).doesNotExist();
    Path korean = bitext("en-ko.tsv", "cat\t고양이");
    assertThat(isogloss("data", "romanize", korean, "--to", folder, "--scheme", "informal"))
        .isEqualTo(1);
    assertThat(err()).contains("Korean has no such scheme, expected one of scholarly, plain");
  }

  @Test
  void doesNotReplaceTheInput() throws IOException {
    Path file = bitext("en-ru-Latn.tsv", "dog\tsobaka");
    assertThat(isogloss("data", "romanize", file, "--to", folder)).isZero();
    assertThat(err()).contains("both languages are written in Latin letters");
  }
}
