// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.models.tiny;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.Role;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.ModelSummary;
import org.isogloss.modelio.manifest.EvaluationResult;
import org.isogloss.modelio.manifest.ProvenanceSource;
import org.isogloss.runtime.StaticEncoder;
import org.junit.jupiter.api.Test;

class TinyTest {
  private static final List<String> ENGLISH =
      List.of(
          "The dog is sleeping under the table.",
          "How much does a ticket to the museum cost?",
          "The file could not be opened.",
          "It has rained every day this week.");

  @Test
  void isFoundByItsNameAndSmall() {
    try (ModelFolder tiny = ModelFolder.findShipped("tiny").orElseThrow()) {
      assertThat(tiny.kind()).isEqualTo(ModelFolder.Kind.STATIC);
      assertThat(tiny.dimension()).isEqualTo(256);
      assertThat(ModelSummary.of(tiny).sizeOnDisk()).isLessThanOrEqualTo(25_000_000);
    }
  }

  @Test
  void saysWhereItComesFromAndNothingOfTheMachine() {
    try (ModelFolder tiny = ModelFolder.findShipped("tiny").orElseThrow()) {
      assertThat(tiny.manifest().licence()).isEqualTo("CC-BY-SA-4.0");
      assertThat(tiny.manifest().provenance().recipe()).contains("seed: 7").doesNotContain(": /");
      assertThat(tiny.manifest().provenance().sources())
          .hasSizeGreaterThan(70)
          .noneMatch(source -> source.name().startsWith("/"))
          .extracting(ProvenanceSource::licence)
          .doesNotContain("");
      assertThat(tiny.manifest().provenance().results())
          .anyMatch(result -> isTatoeba(result, "average", 0.73))
          .anyMatch(result -> isTatoeba(result, "covered average", 0.79));
    }
  }

  private static boolean isTatoeba(EvaluationResult result, String measure, double least) {
    return result.benchmark().equals("tatoeba")
        && result.measure().equals(measure)
        && result.value() >= least;
  }

  @Test
  void findsTranslations() {
    try (ModelFolder tiny = ModelFolder.findShipped("tiny").orElseThrow();
        StaticEncoder encoder = StaticEncoder.of(tiny)) {
      float[][] english = encoder.encode(ENGLISH, Role.PASSAGE);
      for (List<String> translated :
          List.of(
              List.of(
                  "Der Hund schläft unter dem Tisch.",
                  "Wie viel kostet eine Eintrittskarte für das Museum?",
                  "Die Datei konnte nicht geöffnet werden.",
                  "Diese Woche hat es jeden Tag geregnet."),
              List.of("狗在桌子下面睡觉。", "博物馆的门票多少钱？", "无法打开文件。", "这个星期每天都下雨。"),
              List.of(
                  "Собака спит под столом.",
                  "Сколько стоит билет в музей?",
                  "Не удалось открыть файл.",
                  "На этой неделе каждый день шёл дождь."))) {
        float[][] found = encoder.encode(translated, Role.QUERY);
        for (int i = 0; i < found.length; i++) {
          assertThat(nearest(found[i], english)).as(translated.get(i)).isEqualTo(i);
        }
      }
    }
  }

  private static int nearest(float[] vector, float[][] candidates) {
    int best = -1;
    double most = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < candidates.length; i++) {
      double cosine = 0;
      for (int d = 0; d < vector.length; d++) {
        cosine += vector[d] * candidates[i][d];
      }
      if (cosine > most) {
        most = cosine;
        best = i;
      }
    }
    return best;
  }

  @Test
  void recordedChecksumsAreThoseOfTheFiles() {
    Path resources = Path.of("src/main/resources/org/isogloss/models/tiny");
    try (ModelFolder recorded = ModelFolder.findShipped("tiny").orElseThrow();
        ModelFolder computed = ModelFolder.open(resources)) {
      assertThat(recorded.fingerprint()).isEqualTo(computed.fingerprint());
      assertThat(recorded.tokenizerChecksum()).isEqualTo(computed.tokenizerChecksum());
    }
  }
}
