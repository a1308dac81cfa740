// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.models.compact;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.DeflaterOutputStream;
import org.isogloss.core.Encoder;
import org.isogloss.core.Role;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.manifest.EvaluationResult;
import org.isogloss.modelio.manifest.ProvenanceSource;
import org.isogloss.runtime.Encoders;
import org.isogloss.runtime.InferenceOptions;
import org.junit.jupiter.api.Test;

class CompactTest {
  private static final List<String> ENGLISH =
      List.of(
          "The dog is sleeping under the table.",
          "How much does a ticket to the museum cost?",
          "The file could not be opened.",
          "It has rained every day this week.");

  private static final String PARAGRAPH =
      "Warsaw is the capital of Poland. Its population was estimated at 1.740 million residents"
          + " within a greater metropolitan area of 2.666 million.";

  @Test
  void isFoundByItsNameAndFitsItsJar() throws IOException {
    try (ModelFolder compact = ModelFolder.findShipped("compact").orElseThrow();
        Stream<Path> files = Files.walk(compact.path())) {
      assertThat(compact.kind()).isEqualTo(ModelFolder.Kind.TRANSFORMER);
      assertThat(compact.dimension()).isEqualTo(384);
      assertThat(compact.tokenizer().vocabularySize()).isEqualTo(250_002);
      assertThat(files.filter(Files::isRegularFile).mapToLong(CompactTest::packed).sum())
          .isLessThanOrEqualTo(85_000_000);
    }
  }

  private static long packed(Path file) {
    long[] size = new long[1];
    OutputStream counting =
        new OutputStream() {
          @Override
          public void write(int b) {
            size[0]++;
          }

          @Override
          public void write(byte[] bytes, int from, int length) {
            size[0] += length;
          }
        };
    try (OutputStream deflater = new DeflaterOutputStream(counting)) {
      Files.copy(file, deflater);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return size[0];
  }

  @Test
  void saysWhereItComesFromAndNothingOfTheMachine() {
    try (ModelFolder compact = ModelFolder.findShipped("compact").orElseThrow()) {
      assertThat(compact.manifest().licence()).isEqualTo("CC-BY-SA-4.0");
      assertThat(compact.encoding().queryPrefix()).isEqualTo("query: ");
      assertThat(compact.manifest().provenance().sources())
          .isNotEmpty()
          .noneMatch(source -> source.name().startsWith("/"))
          .extracting(ProvenanceSource::licence)
          .containsOnly(
              "MIT",
              "CC-BY-SA-4.0",
              "CC-BY-SA-3.0",
              "CC-BY-SA-3.0 AND CC-BY-SA-4.0 AND CC-BY-4.0",
              "MPL-2.0",
              "CC-BY-2.0-FR AND CC0-1.0 AND PSF-2.0 AND CC-BY-SA-3.0 AND MPL-2.0");
      assertThat(compact.manifest().provenance().results())
          .anyMatch(result -> isTatoeba(result, 0.909));
    }
  }

  private static boolean isTatoeba(EvaluationResult result, double least) {
    return result.benchmark().equals("tatoeba")
        && result.measure().equals("average")
        && result.value() >= least;
  }

  @Test
  void findsTranslationsAndAnswers() {
    try (ModelFolder compact = ModelFolder.findShipped("compact").orElseThrow();
        Encoder encoder = Encoders.open(compact, InferenceOptions.defaults())) {
      float[][] english = encoder.encode(ENGLISH, Role.QUERY);
      for (List<String> translated :
          List.of(
              List.of(
                  "Der Hund schläft unter dem Tisch.",
                  "Wie viel kostet eine Eintrittskarte für das Museum?",
                  "Die Datei konnte nicht geöffnet werden.",
                  "Diese Woche hat es jeden Tag geregnet."),
              List.of("狗在桌子下面睡觉。", "博物馆的门票多少钱？", "无法打开文件。", "这个星期每天都下雨。"),
              List.of(
                  "หมากำลังนอนหลับอยู่ใต้โต๊ะ",
                  "ตั๋วเข้าพิพิธภัณฑ์ราคาเท่าไหร่",
                  "ไม่สามารถเปิดไฟล์ได้",
                  "สัปดาห์นี้ฝนตกทุกวัน"))) {
        float[][] found = encoder.encode(translated, Role.QUERY);
        for (int i = 0; i < found.length; i++) {
          assertThat(nearest(found[i], english)).as(translated.get(i)).isEqualTo(i);
        }
      }
      float[][] questions =
          encoder.encode(List.of("Wie viele Menschen leben in Warschau?"), Role.QUERY);
      float[][] passages =
          encoder.encode(List.of(PARAGRAPH, "A recipe for soup with beans."), Role.PASSAGE);
      assertThat(nearest(questions[0], passages)).isZero();
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
    Path resources = Path.of("src/main/resources/org/isogloss/models/compact");
    try (ModelFolder recorded = ModelFolder.findShipped("compact").orElseThrow();
        ModelFolder computed = ModelFolder.open(resources)) {
      assertThat(recorded.fingerprint()).isEqualTo(computed.fingerprint());
      assertThat(recorded.tokenizerChecksum()).isEqualTo(computed.tokenizerChecksum());
    }
  }
}
