// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.qa;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.isogloss.data.OnError;
import org.isogloss.data.SharedData;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Reads all of XQuAD and XQuAD-R. */
@Tag("slow")
class SharedSquadTest {
  /** Number of sentences of XQuAD-R, as in the candidate counts of LAReQA. */
  private static final Map<String, Integer> SENTENCES =
      Map.ofEntries(
          Map.entry("ar", 1222),
          Map.entry("de", 1276),
          Map.entry("el", 1234),
          Map.entry("en", 1180),
          Map.entry("es", 1215),
          Map.entry("hi", 1244),
          Map.entry("ru", 1219),
          Map.entry("th", 852),
          Map.entry("tr", 1167),
          Map.entry("vi", 1209),
          Map.entry("zh", 1196));

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".json.gz")).sorted().toList();
    }
  }

  private static List<String> questionIds(SquadParagraph paragraph) {
    return paragraph.questions().stream().map(question -> question.query().id()).toList();
  }

  @Test
  void xquadIsParallelAndItsAnswersAreAtTheirOffsets() throws IOException {
    List<Path> files = files(SharedData.folder("benchmarks/xquad"));
    assertThat(files).hasSize(12);
    Set<Map<String, List<String>>> layouts = new HashSet<>();
    for (Path file : files) {
      List<SquadParagraph> paragraphs = SquadDataset.read(file, OnError.FAIL).toList();
      assertThat(paragraphs).hasSize(240);
      assertThat(paragraphs.stream().mapToInt(one -> one.questions().size()).sum()).isEqualTo(1190);
      for (SquadParagraph paragraph : paragraphs) {
        for (SquadQuestion question : paragraph.questions()) {
          assertThat(question.answers()).hasSize(1);
          SquadAnswer answer = question.answers().getFirst();
          assertThat(paragraph.context().substring(answer.start())).startsWith(answer.text());
        }
      }
      layouts.add(
          paragraphs.stream()
              .collect(Collectors.toMap(SquadParagraph::id, SharedSquadTest::questionIds)));
    }
    assertThat(layouts).hasSize(1);
  }

  @Test
  void findsTheAnswerSentenceOfEveryQuestionOfXquadR() throws IOException {
    List<Path> files = files(SharedData.folder("benchmarks/xquad-r"));
    assertThat(files).hasSize(11);
    for (Path file : files) {
      List<SquadParagraph> paragraphs = SquadDataset.read(file, OnError.FAIL).toList();
      assertThat(paragraphs).hasSize(240);
      int sentences = 0;
      int questions = 0;
      for (SquadParagraph paragraph : paragraphs) {
        sentences += paragraph.sentences().size();
        questions += paragraph.questions().size();
        assertThat(paragraph.questions())
            .noneMatch(one -> paragraph.answerSentences(one).isEmpty());
      }
      assertThat(questions).isEqualTo(1190);
      assertThat(sentences).isEqualTo(SENTENCES.get(paragraphs.getFirst().language().tag()));
    }
  }
}
