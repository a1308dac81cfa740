// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.mining;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.isogloss.benchmarks.BenchmarkListener;
import org.isogloss.core.Encoder;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Role;
import org.isogloss.core.util.Margin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MiningBenchmarkTest {
  private static final MiningBenchmarkOptions GERMAN =
      MiningBenchmarkOptions.defaults()
          .withLanguages(List.of(Language.of("de")))
          .withBackgroundSentences(100);

  @TempDir private Path data;

  /** Sentences with the same number are translations, except for a unique word. */
  private static final class NumberEncoder implements Encoder {
    @Override
    public int dimension() {
      return 64;
    }

    @Override
    public String fingerprint() {
      return "00";
    }

    @Override
    public float[][] encode(List<String> texts, Role role) {
      return texts.stream().map(NumberEncoder::vector).toArray(float[][]::new);
    }

    private static float[] vector(String text) {
      Random number = new Random(text.replaceAll("\\D", "").hashCode());
      Random own = new Random(text.hashCode());
      float[] vector = new float[64];
      double squares = 0;
      for (int i = 0; i < vector.length; i++) {
        vector[i] = (float) (number.nextGaussian() + .3 * own.nextGaussian());
        squares += (double) vector[i] * vector[i];
      }
      for (int i = 0; i < vector.length; i++) {
        vector[i] /= (float) Math.sqrt(squares);
      }
      return vector;
    }

    @Override
    public void close() {}
  }

  private void writeData() throws IOException {
    Path benchmarks = Files.createDirectories(data.resolve("benchmarks/ntrex"));
    Files.createDirectories(data.resolve("bitext"));
    List<String> german = new ArrayList<>();
    List<String> english = new ArrayList<>();
    List<String> bitext = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      german.add("Satz " + i);
      english.add("Sentence " + i);
      bitext.add("other " + (1000 + i) + "\tanderer " + (1000 + i) + "\tsomewhere");
    }
    Files.write(benchmarks.resolve("deu.txt"), german);
    Files.write(benchmarks.resolve("eng.txt"), english);
    Files.write(data.resolve("bitext/en-de.tsv.gz"), bitext);
  }

  private MiningBenchmarkResult run(BenchmarkListener listener) throws IOException {
    writeData();
    return MiningBenchmark.run(
        data.resolve("benchmarks"), "numbers", new NumberEncoder(), GERMAN, listener);
  }

  @Test
  void findsHiddenPairsAndScoresOthersLower() throws IOException {
    MiningBenchmarkResult result = run(BenchmarkListener.NONE);
    MiningBenchmarkResult.PairResult german = result.pairResults().getFirst();
    assertThat(german.name()).isEqualTo("deu-eng");
    assertThat(german.hiddenPairs()).isEqualTo(50);
    assertThat(german.sourceLines()).isEqualTo(75);
    for (Margin margin : Margin.values()) {
      assertThat(german.bestF1Point(margin).f1()).as(margin.name()).isGreaterThan(.95);
      assertThat(german.curves().get(margin).points()).hasSizeGreaterThan(50);
    }
    assertThat(result.summary()).containsOnlyKeys("f1_ratio", "f1_distance", "f1_cosine");
  }

  @Test
  void writesResultAsTextJsonAndHtml() throws IOException {
    MiningBenchmarkResult result = run(BenchmarkListener.NONE);
    assertThat(result.toText()).contains("deu-eng", "75 75", "ratio", "distance", "cosine");
    JsonNode json = new ObjectMapper().readTree(result.toJson());
    double f1 = json.at("/pairs/deu-eng/ratio/f1").asDouble();
    assertThat(f1).isEqualTo(json.at("/measures/f1_ratio").asDouble()).isGreaterThan(.95);
    assertThat(result.toReport().html())
        .contains("deu-eng by ratio", String.format(Locale.ROOT, "%.4f", f1))
        .contains("by the ratio margin on deu-eng, at its best threshold.");
  }

  @Test
  void progressEndsAtTheNumberOfLines() throws IOException {
    List<Long> reported = new ArrayList<>();
    run((lines, all) -> reported.add(lines - all));
    assertThat(reported.getLast()).isZero();
  }

  @Test
  void namesLanguageWithoutOtherSentences() throws IOException {
    writeData();
    Files.writeString(data.resolve("benchmarks/ntrex/swa.txt"), "Sentensi\n".repeat(50));
    MiningBenchmarkOptions swahili = GERMAN.withLanguages(List.of(Language.of("sw")));
    assertThatThrownBy(
            () ->
                MiningBenchmark.run(
                    data.resolve("benchmarks"),
                    "numbers",
                    new NumberEncoder(),
                    swahili,
                    BenchmarkListener.NONE))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("bitext/en-sw.tsv.gz");
  }
}
