// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.isogloss.core.Language;
import org.isogloss.data.classification.ClassifiedText;
import org.isogloss.data.classification.ClassifiedTexts;
import org.isogloss.data.classification.RatedPair;
import org.isogloss.data.classification.RatedPairs;
import org.isogloss.data.detect.DataFormat;
import org.isogloss.data.qa.SquadAnswer;
import org.isogloss.data.qa.SquadDataset;
import org.isogloss.data.qa.SquadParagraph;
import org.isogloss.data.qa.SquadQuestion;
import org.isogloss.data.tagging.TaggedSentence;
import org.isogloss.data.tagging.TaggedSentences;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reads real data of fine-tuning tasks; the expected counts are those of its description. */
@Tag("slow")
class SharedTasksTest {
  private static Path file(String name) {
    return SharedData.folder("tasks").resolve(name + ".gz");
  }

  private static List<Path> files(String folder) throws IOException {
    try (Stream<Path> files = Files.list(SharedData.folder("tasks").resolve(folder))) {
      return files.sorted().toList();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "en.ewt.train, 5015, 85284",
    "en.ewt.dev, 2001, 25147",
    "en.ewt.test, 2077, 25094",
    "fr.gsd.test, 416, 0",
    "es.gsd.test, 427, 0",
    "th.tud.test, 363, 0",
    "hu.szeged.test, 449, 0",
    "el.gdt.test, 456, 0",
  })
  void readsPartsOfSpeech(String name, int sentences, long words) {
    List<TaggedSentence> read =
        TaggedSentences.read(file("pos/" + name + ".conllu"), OnError.FAIL).toList();
    assertThat(read).hasSize(sentences);
    if (words > 0) {
      assertThat(read.stream().mapToLong(TaggedSentence::size).sum()).isEqualTo(words);
    }
  }

  @Test
  void readsEveryFileOfTaggedWords() throws IOException {
    Map<String, Integer> counts = new HashMap<>();
    for (String folder : List.of("pos", "ner")) {
      for (Path file : files(folder)) {
        List<TaggedSentence> sentences = TaggedSentences.read(file, OnError.FAIL).toList();
        counts.put(file.getFileName().toString(), sentences.size());
        if (folder.equals("ner")) {
          assertThat(sentences)
              .allMatch(one -> one.withTypes(Set.of("PER", "LOC", "ORG")).size() == one.size());
        }
      }
    }
    assertThat(counts)
        .hasSize(60)
        .containsEntry("uner.en.dev.iob2.gz", 2001)
        .containsEntry("uner.hr.test.iob2.gz", 1136)
        .containsEntry("uner.nb.test.iob2.gz", 1893)
        .containsEntry("turku.fi.test.tsv.gz", 1555)
        .containsEntry("wikigold.en.train.tsv.gz", 1696)
        .containsEntry("wikineural.en.train.conllu.gz", 3000)
        .containsEntry("wikineural.de.test.conllu.gz", 500)
        .containsEntry("panx.en.train.tsv.gz", 4000)
        .containsEntry("panx.zh.test.tsv.gz", 500);
  }

  @Test
  void convertsTheIoTagsOfWikiGold() {
    Set<String> tags =
        TaggedSentences.read(file("ner/wikigold.en.train.tsv"), OnError.FAIL).stream()
            .flatMap(sentence -> sentence.tags().stream())
            .collect(Collectors.toSet());
    assertThat(tags).contains("O", "B-PER", "I-PER", "B-LOC", "B-ORG", "B-MISC");
  }

  @Test
  void readsNaturalLanguageInference() throws IOException {
    Map<String, Integer> counts = new HashMap<>();
    for (Path file : files("nli")) {
      List<ClassifiedText> texts = ClassifiedTexts.read(file, OnError.FAIL).toList();
      counts.put(file.getFileName().toString(), texts.size());
      assertThat(texts)
          .extracting(ClassifiedText::label)
          .containsOnly("contradiction", "entailment", "neutral");
      assertThat(texts).allMatch(text -> text.second().isPresent());
    }
    assertThat(counts)
        .hasSize(21)
        .containsEntry("xnli.en.train.tsv.gz", 5010)
        .containsEntry("xnli.sw.test.tsv.gz", 2490)
        .containsEntry("sick.en.train.tsv.gz", 4439)
        .containsEntry("sick.en.dev.tsv.gz", 495)
        .containsEntry("sick.ja.test.tsv.gz", 4906);
  }

  @Test
  void readsRatings() throws IOException {
    assertThat(RatedPairs.read(file("nli/sick.nl.test.tsv"), OnError.FAIL).toList())
        .hasSize(4906)
        .allMatch(pair -> pair.score() >= 1 && pair.score() <= 5);
    for (Path file : files("sts")) {
      List<RatedPair> pairs = RatedPairs.read(file, OnError.FAIL).toList();
      String name = file.getFileName().toString();
      assertThat(pairs)
          .as(name)
          .hasSize(name.contains("train") ? 5749 : name.contains("dev") ? 1500 : 1379)
          .allMatch(pair -> pair.score() >= 0 && pair.score() <= 5);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "en.squadshifts-newwiki.train, 7938, 1581",
    "en.tydiqa-goldp.train, 3695, 3695",
    "en.mlqa.dev, 1143, 973",
    "ja.jaquad.train, 8011, 2695",
    "ja.jaquad.dev, 1534, 605",
    "ko.tydiqa-goldp.test, 500, 500",
    "sw.tydiqa-goldp.test, 500, 500",
  })
  void readsQuestions(String name, int questions, int paragraphs) {
    List<SquadParagraph> read =
        SquadDataset.read(file("qa/" + name + ".json"), OnError.FAIL).toList();
    assertThat(read).hasSize(paragraphs);
    assertThat(read.getFirst().language()).isEqualTo(Language.of(name.substring(0, 2)));
    int found = 0;
    for (SquadParagraph paragraph : read) {
      found += paragraph.questions().size();
      for (SquadQuestion question : paragraph.questions()) {
        assertThat(question.answers()).isNotEmpty();
        for (SquadAnswer answer : question.answers()) {
          assertThat(paragraph.context().substring(answer.start(), answer.end()))
              .isEqualTo(answer.text());
        }
      }
    }
    assertThat(found).isEqualTo(questions);
  }

  @Test
  void detectsEveryFile() throws IOException {
    Map<String, DataFormat> formats =
        Map.of(
            "pos", DataFormat.TAGGED_SENTENCES,
            "ner", DataFormat.TAGGED_SENTENCES,
            "nli", DataFormat.CLASSIFIED_TEXTS,
            "sts", DataFormat.RATED_PAIRS,
            "qa", DataFormat.SQUAD);
    for (Map.Entry<String, DataFormat> expected : formats.entrySet()) {
      for (Path file : files(expected.getKey())) {
        assertThat(DataFormat.detect(file)).as("%s", file).isEqualTo(expected.getValue());
      }
    }
  }
}
