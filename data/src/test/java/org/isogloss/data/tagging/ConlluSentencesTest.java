// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.tagging;

import java.nio.file.Path;
import java.util.List;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordReaderContractTest;
import org.isogloss.data.Records;

/** Parts of speech in CoNLL-U. */
class ConlluSentencesTest extends RecordReaderContractTest<TaggedSentence> {
  @Override
  public String fileName() {
    return "fr.conllu";
  }

  @Override
  public Records<TaggedSentence> read(Path file, OnError onError) {
    return TaggedSentences.read(file, onError);
  }

  private static String row(String id, String form, String upos) {
    return String.join("\t", id, form, "_", upos, "_", "_", "_", "_", "_", "SpaceAfter=No");
  }

  @Override
  public String file(List<String> records) {
    return String.join("\n\n", records) + "\n";
  }

  @Override
  public List<String> good() {
    return List.of(
        "# text = Il va\n" + row("1", "Il", "PRON") + "\n" + row("2", "va", "VERB"),
        String.join(
            "\n",
            "# sent_id = 2",
            "# newpar",
            row("1-2", "au", "_"),
            row("1", "à", "ADP"),
            row("2", "le", "DET"),
            row("2.1", "_", "_"),
            row("3", "20 000", "NUM")),
        row("1", "#", "SYM") + "\n" + row("2", "1", "NUM"));
  }

  @Override
  public List<TaggedSentence> expected() {
    return List.of(
        new TaggedSentence(List.of("Il", "va"), List.of("PRON", "VERB")),
        new TaggedSentence(List.of("à", "le", "20 000"), List.of("ADP", "DET", "NUM")),
        new TaggedSentence(List.of("#", "1"), List.of("SYM", "NUM")));
  }

  @Override
  public List<Bad> bad() {
    return List.of(
        new Bad(
            "no tag",
            row("1", "pont", "_") + "\n" + row("2", "y", "X"),
            "the tag in column 4 is \"_\", expected one of the 17 of UPOS, such as NOUN"),
        new Bad(
            "wrong id",
            row("2", "pont", "NOUN"),
            "the id is 2, expected 1: ids count the words of a sentence"),
        new Bad("no word", row("1", " ", "NOUN"), "the word is empty"));
  }

  @Override
  public String longRecord(int characters) {
    return row("1", "x".repeat(characters), "NOUN");
  }
}
