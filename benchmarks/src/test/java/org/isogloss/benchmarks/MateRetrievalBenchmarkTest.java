// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.isogloss.benchmarks.result.BenchmarkResult;
import org.isogloss.benchmarks.system.WordOverlapSystem;
import org.isogloss.core.IsoglossException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MateRetrievalBenchmarkTest {
  @TempDir private Path data;

  private void write(String file, String... lines) throws IOException {
    Path path = data.resolve(file);
    Files.createDirectories(path.getParent());
    Files.write(path, List.of(lines));
  }

  private void writeTatoeba() throws IOException {
    write("tatoeba/tatoeba.deu-eng.deu", "Berlin Paris", "London Oslo", "Rom", "Wien");
    write("tatoeba/tatoeba.deu-eng.eng", "Berlin Paris", "Oslo", "Rome", "Berlin Wien");
    write("tatoeba/tatoeba.kor-eng.kor", "Seoul", "Busan");
    write("tatoeba/tatoeba.kor-eng.eng", "Seoul", "Daegu");
    write("tatoeba/tatoeba.ces-eng.ces", "Praha");
    write("tatoeba/tatoeba.ces-eng.eng", "Prague");
  }

  @Test
  void accuracyIsTheProportionOfSentencesWhoseMateRanksFirst() throws IOException {
    writeTatoeba();
    BenchmarkResult result =
        Benchmarks.named("tatoeba").run(data, new WordOverlapSystem(), BenchmarkListener.NONE);
    assertThat(result.pairs()).containsEntry("deu-eng", .75).containsEntry("kor-eng", .5);
    assertThat(result.measure()).isEqualTo("accuracy");
  }

  @Test
  void averageExcludesTheLanguagesThatXtremeExcludes() throws IOException {
    writeTatoeba();
    BenchmarkResult result =
        Benchmarks.named("tatoeba").run(data, new WordOverlapSystem(), BenchmarkListener.NONE);
    assertThat(result.excludedPairs()).containsOnlyKeys("ces-eng");
    assertThat(result.pairs()).containsOnlyKeys("deu-eng", "kor-eng");
    assertThat(result.average().orElseThrow()).isEqualTo(.625, within(1e-12));
    assertThat(result.coveredAverage().orElseThrow()).isEqualTo(.75, within(1e-12));
  }

  @Test
  void measuresMapOfEuroparl() throws IOException {
    write("europarl-mates/cs-de.cs", "a b c", "d b");
    write("europarl-mates/cs-de.de", "b", "a b c d");
    BenchmarkResult result =
        Benchmarks.named("europarl-mates")
            .run(data, new WordOverlapSystem(), BenchmarkListener.NONE);
    // For the first sentence the mate ranks second, for the second first.
    assertThat(result.pairs()).containsEntry("ces-deu", .75);
    assertThat(result.coveredAverage()).isEmpty();
  }

  @Test
  void ntrexRetrievesEnglishFromEveryOtherLanguage() throws IOException {
    write("ntrex/eng.txt", "one", "two");
    write("ntrex/deu.txt", "one", "zwei");
    write("ntrex/fra.txt", "one", "two");
    write("ntrex/zho-CN.txt", "one", "two");
    write("ntrex/zho-TW.txt", "eins", "two");
    BenchmarkResult result =
        Benchmarks.named("ntrex").run(data, new WordOverlapSystem(), BenchmarkListener.NONE);
    assertThat(result.pairs())
        .containsOnly(
            Map.entry("deu-eng", .5),
            Map.entry("fra-eng", 1.0),
            Map.entry("zho-eng", 1.0),
            Map.entry("zho_Hant-eng", .5));
  }

  @Test
  void progressEndsAtTheNumberOfQueries() throws IOException {
    writeTatoeba();
    List<Long> answered = new ArrayList<>();
    List<Long> totals = new ArrayList<>();
    Benchmarks.named("tatoeba")
        .run(
            data,
            new WordOverlapSystem(),
            (done, queries) -> {
              answered.add(done);
              totals.add(queries);
            });
    assertThat(answered).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L);
    assertThat(totals).containsOnly(7L);
  }

  @Test
  void namesMissingData() {
    assertThatThrownBy(() -> Benchmarks.named("ntrex").collections(data))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining(data.resolve("ntrex").toString());
  }

  @Test
  void suggestsTheNearestBenchmarkForAnUnknownName() {
    assertThatThrownBy(() -> Benchmarks.named("tatoba"))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("did you mean tatoeba?")
        .hasMessageContaining("xquad-r");
  }
}
