// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.tagging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.isogloss.data.FormatException;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordReaderContractTest;
import org.isogloss.data.Records;
import org.junit.jupiter.api.Test;

/** Named entities in columns. */
class TaggedSentencesTest extends RecordReaderContractTest<TaggedSentence> {
  @Override
  public String fileName() {
    return "ner.de.tsv";
  }

  @Override
  public Records<TaggedSentence> read(Path file, OnError onError) {
    return TaggedSentences.read(file, onError);
  }

  @Override
  public String file(List<String> records) {
    return String.join("\n\n", records) + "\n";
  }

  @Override
  public List<String> good() {
    return List.of(
        "Köln\tB-LOC\nam\tI-LOC\nRhein\tI-LOC", "#\tO\nAda\tB-PER", "# text = Bonn\nBonn\tB-LOC");
  }

  @Override
  public List<TaggedSentence> expected() {
    return List.of(
        new TaggedSentence(List.of("Köln", "am", "Rhein"), List.of("B-LOC", "I-LOC", "I-LOC")),
        new TaggedSentence(List.of("#", "Ada"), List.of("O", "B-PER")),
        new TaggedSentence(List.of("Bonn"), List.of("B-LOC")));
  }

  @Override
  public List<Bad> bad() {
    return List.of(
        new Bad("no tag", "Bonn", "found 1 column, expected a word and a tag, separated by tabs"),
        new Bad(
            "other scheme", "Bonn\tS-LOC", "the tag is \"S-LOC\", expected O, B-TYPE or I-TYPE"),
        new Bad("no type", "Bonn\tB-\nist\tO", "the tag is \"B-\", expected O, B-TYPE or I-TYPE"),
        new Bad("no word", "\tO", "the word is empty"));
  }

  @Override
  public String longRecord(int characters) {
    return "x".repeat(characters) + "\tO";
  }

  private TaggedSentence sentence(String... lines) throws IOException {
    return TaggedSentences.read(write(String.join("\n", lines)), OnError.FAIL).toList().getFirst();
  }

  @Test
  void readsIdsFromZeroOrOne() throws IOException {
    for (int first : new int[] {0, 1}) {
      assertThat(sentence(first + "\tIn\tO", (first + 1) + "\tRom\tB-LOC"))
          .isEqualTo(new TaggedSentence(List.of("In", "Rom"), List.of("O", "B-LOC")));
    }
  }

  @Test
  void readsUniversalNerWithItsAnnotators() throws IOException {
    assertThat(
            sentence(
                "# sent_id = 1",
                "1-2\tam\t_\t_\t_",
                "1\tan\tO\t-\tanna",
                "2\tdem\tO\t-\tanna",
                "3\tRhein\tB-LOC\t-\tanna"))
        .isEqualTo(new TaggedSentence(List.of("an", "dem", "Rhein"), List.of("O", "O", "B-LOC")));
  }

  @Test
  void readsConll2003() throws IOException {
    assertThat(
            TaggedSentences.read(
                    write("-DOCSTART- -X- O O\n\nEU NNP I-NP I-ORG\nUN NNP I-NP B-ORG\n# # O O\n"),
                    OnError.FAIL)
                .toList())
        .containsExactly(
            new TaggedSentence(List.of("EU", "UN", "#"), List.of("B-ORG", "B-ORG", "O")));
  }

  @Test
  void removesTheLanguageBeforeEachWord() throws IOException {
    assertThat(sentence("en:Sioux\tB-LOC", "en::\tO"))
        .isEqualTo(new TaggedSentence(List.of("Sioux", ":"), List.of("B-LOC", "O")));
    assertThat(sentence("en:Sioux\tB-LOC", "x\tO").words()).containsExactly("en:Sioux", "x");
    assertThatThrownBy(
            () -> TaggedSentences.read(write("en:a\tO\n\nb\tO\n"), OnError.FAIL).toList())
        .isInstanceOf(FormatException.class)
        .hasMessageContaining(":3: the word is \"b\", expected it to begin with en:");
  }

  @Test
  void readsXtremesPartsOfSpeech() throws IOException {
    assertThat(sentence("Il\tPRON", "va\tVERB"))
        .isEqualTo(new TaggedSentence(List.of("Il", "va"), List.of("PRON", "VERB")));
    assertThatThrownBy(() -> sentence("Il\tPRON", "va\tO"))
        .hasMessageContaining("the tag is \"PRON\", expected O, B-TYPE or I-TYPE");
  }

  @Test
  void reportsTheLineOfATag() throws IOException {
    assertThatThrownBy(() -> sentence("# text = a b", "a\tO", "b\tQ"))
        .hasMessageContaining(":3: the tag is \"Q\"");
  }

  @Test
  void rejectsASentenceWithoutAnEnd() throws IOException {
    Path file = write("a\tO\n".repeat(SentenceSource.MAX_LINES + 1) + "\nb\tO\n");
    assertThatThrownBy(() -> read(file, OnError.FAIL).toList())
        .hasMessageContaining("more than 65536 lines: separate sentences by blank lines");
    assertThat(read(file, OnError.SKIP).toList())
        .containsExactly(new TaggedSentence(List.of("b"), List.of("O")));
  }

  @Test
  void keepsTheGivenTypes() {
    TaggedSentence sentence =
        new TaggedSentence(List.of("Ada", "in", "May"), List.of("B-PER", "O", "B-DATE"));
    assertThat(sentence.withTypes(Set.of("PER", "LOC")).tags()).containsExactly("B-PER", "O", "O");
  }

  @Test
  void requiresATagForEachWord() {
    assertThatThrownBy(() -> new TaggedSentence(List.of("a"), List.of()))
        .hasMessage("the sentence has 1 words and 0 tags, expected one tag for each word");
  }
}
