// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import org.isogloss.benchmarks.collection.HeadingCollectionReader;
import org.isogloss.benchmarks.collection.RotatedQuestions;
import org.isogloss.benchmarks.collection.TestCollection;
import org.isogloss.benchmarks.result.BenchmarkResult;
import org.isogloss.benchmarks.result.Measurement;
import org.isogloss.benchmarks.system.WordOverlapSystem;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.data.Judgement;
import org.isogloss.measure.stats.ConfidenceInterval;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeadingBenchmarkTest {
  private static final Language ENGLISH = Language.of("en");
  private static final Language GERMAN = Language.of("de");

  @TempDir private Path data;

  @BeforeEach
  void writeDocumentation() throws IOException {
    Path help = Files.createDirectory(data.resolve("help"));
    Files.writeString(
        help.resolve("en.tsv"),
        lines(
            "a/one h1 h1 Colours of Atoms",
            "a/one p1 p See the picture.",
            "a/one h2 h2 Notes",
            "a/one p2 p The first note.",
            "a/two h1 h1 Shapes",
            "a/two p1 p See the picture.",
            "a/two h2 h2 NOTES",
            "a/two p2 p The other note.",
            "a/two h3 h2 Empty",
            "a/two h4 h2 Only English",
            "a/two p4 p Nobody translated it."));
    Files.writeString(
        help.resolve("de.tsv"),
        lines(
            "a/one h1 h1 Farben der Atoms",
            "a/one p1 p Wie Atoms Bild zeigt.",
            "a/one h2 h2 Notizen",
            "a/one p2 p Die erste Notiz.",
            "a/two h1 h1 Formen",
            "a/two p1 p Wie Atoms Bild zeigt.",
            "a/two h2 h2 Andere Notizen",
            "a/two p2 p Die andere Notiz.",
            "a/two h3 h2 Leer"));
  }

  private static String lines(String... lines) {
    StringBuilder all = new StringBuilder();
    for (String line : lines) {
      String[] columns = line.split(" ", 4);
      all.append(String.join("\t", columns)).append('\n');
    }
    return all.toString();
  }

  @Test
  void uniqueHeadingsAreQueriesForTheTextBelowThem() {
    TestCollection collection = HeadingCollectionReader.read(data, "help", ENGLISH, GERMAN);
    assertThat(collection.documents())
        .extracting(Document::id)
        .containsExactly("de/a/one#h1", "de/a/one#h2", "de/a/two#h1", "de/a/two#h2");
    assertThat(collection.documents()).allMatch(document -> document.title().isEmpty());
    assertThat(collection.queries())
        .extracting(Query::text)
        .containsExactly("Colours of Atoms", "Shapes");
    assertThat(collection.judgements())
        .contains(
            new Judgement("en/a/one#h1", "de/a/one#h1", 1),
            new Judgement("en/a/one#h1", "de/a/two#h1", 1))
        .hasSize(4);
  }

  @Test
  void eachDirectionHasItsOwnQueries() {
    TestCollection collection = HeadingCollectionReader.read(data, "help", GERMAN, ENGLISH);
    assertThat(collection.queries())
        .extracting(Query::text)
        .containsExactly("Farben der Atoms", "Notizen", "Formen", "Andere Notizen");
  }

  @Test
  void measuresTheFirstHit() {
    BenchmarkResult result =
        Benchmarks.help(ENGLISH, GERMAN).run(data, new WordOverlapSystem(), BenchmarkListener.NONE);
    assertThat(result.benchmark()).isEqualTo("help-en-de");
    assertThat(result.measures().get("acc1")).isEqualTo(.5, within(1e-12));
    assertThat(result.average().orElseThrow()).isEqualTo(.5, within(1e-12));
    assertThat(result.interval().orElseThrow())
        .isEqualTo(new ConfidenceInterval(0, 1, 0.95)); // Of one found and one missed heading.
  }

  @Test
  void aReportBeginsWithAJudgementAndNamesDateAndWeights() {
    BenchmarkResult result =
        Benchmarks.help(ENGLISH, GERMAN)
            .run(data, new WordOverlapSystem(), BenchmarkListener.NONE)
            .withMeasurement(new Measurement(LocalDate.of(2026, 3, 1), "5a17"));
    assertThat(result.toReport("headings").html())
        .containsPattern("(?s)</h1>\\s*<p class=\"judgement\"[^>]*>" + result.model())
        .contains("has MRR 0.500 (95 % interval 0.000 to 1.000).")
        .contains("<dt>measured</dt><dd>2026-03-01</dd>", "<dt>weights</dt><dd>5a17</dd>");
    assertThat(result.toJson())
        .contains("\"date\" : \"2026-03-01\"", "\"weights\" : \"5a17\"", "\"interval\" : {");
  }

  @Test
  void rotatedHeadingsRetrieveSectionsInTheOtherLanguages() {
    RotatedQuestions rotated =
        HeadingCollectionReader.rotated(data, "help-rotated", List.of(ENGLISH, GERMAN));
    TestCollection collection = rotated.collection();
    assertThat(collection.documents())
        .as("sections with a text in each language, without their headings")
        .extracting(Document::id)
        .containsExactly(
            "en/a/one#h1",
            "en/a/one#h2",
            "en/a/two#h1",
            "en/a/two#h2",
            "de/a/one#h1",
            "de/a/one#h2",
            "de/a/two#h1",
            "de/a/two#h2");
    assertThat(collection.documents()).allMatch(document -> document.title().isEmpty());
    assertThat(collection.queries())
        .extracting(Query::text)
        .containsExactly("Colours of Atoms", "Notizen", "Shapes", "Andere Notizen");
    assertThat(collection.judgements())
        .containsExactlyInAnyOrder(
            new Judgement("en/a/one#h1", "de/a/one#h1", 1),
            new Judgement("en/a/one#h1", "de/a/two#h1", 1),
            new Judgement("de/a/one#h2", "en/a/one#h2", 1),
            new Judgement("en/a/two#h1", "de/a/one#h1", 1),
            new Judgement("en/a/two#h1", "de/a/two#h1", 1),
            new Judgement("de/a/two#h2", "en/a/two#h2", 1));
    assertThat(rotated.isExcluded("en/a/one#h1", "en/a/two#h1")).isTrue();
    assertThat(rotated.isExcluded("de/a/one#h2", "en/a/one#h2")).isFalse();
    assertThat(
            HeadingCollectionReader.rotated(data, "help-rotated", List.of(GERMAN, ENGLISH))
                .collection()
                .queries())
        .as("\"Notes\" and \"NOTES\" are one heading in two places")
        .extracting(Query::text)
        .containsExactly("Farben der Atoms", "Formen");
    BenchmarkResult result =
        Benchmarks.rotatedHelp(List.of(ENGLISH, GERMAN))
            .run(data, new WordOverlapSystem(), BenchmarkListener.NONE);
    assertThat(result.benchmark()).isEqualTo("help-rotated-en-de");
    // Only "Colours of Atoms" shares a word with its sections. "Andere Notizen" does so with the
    // section in its own language, which does not count.
    assertThat(result.measures().get("recall50")).isEqualTo(.25, within(1e-12));
    assertThat(result.average().orElseThrow()).isEqualTo(.25, within(1e-12));
  }

  @Test
  void rotationTakesEvenlySpacedSections() throws IOException {
    for (String language : List.of("en", "de")) {
      StringBuilder lines = new StringBuilder();
      for (int i = 0; i < 5_000; i++) {
        String page = String.format(Locale.ROOT, "a/%04d", i);
        lines.append(
            lines(
                page + " h1 h1 Heading " + language + " " + i,
                page + " p1 p Text " + language + " " + i));
      }
      Files.writeString(data.resolve("help").resolve(language + ".tsv"), lines);
    }
    TestCollection collection =
        HeadingCollectionReader.rotated(data, "help-rotated", List.of(ENGLISH, GERMAN))
            .collection();
    assertThat(collection.documents()).hasSize(2 * 2_000);
    assertThat(collection.queries())
        .extracting(Query::id)
        .hasSize(2_000)
        .startsWith("en/a/0000#h1", "de/a/0002#h1", "en/a/0005#h1", "de/a/0007#h1")
        .endsWith("de/a/4997#h1");
  }

  @Test
  void rotationNeedsTwoLanguages() {
    assertThatThrownBy(() -> Benchmarks.rotatedHelp(List.of(ENGLISH)).collections(data))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected at least two different ones");
  }

  @Test
  void findsDocumentationNextToTheFolder() throws IOException {
    Path folder = Files.createDirectory(data.resolve("benchmarks"));
    assertThat(HeadingCollectionReader.read(folder, "help", ENGLISH, GERMAN).queries()).hasSize(2);
  }

  @Test
  void namesMissingFiles() throws IOException {
    assertThatThrownBy(() -> HeadingCollectionReader.read(data, "help", ENGLISH, Language.of("fr")))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("has no file fr.tsv");
    Files.writeString(data.resolve("help").resolve("fr.tsv"), "b/one\th1\th1\tSeul\n");
    assertThatThrownBy(() -> HeadingCollectionReader.read(data, "help", ENGLISH, Language.of("fr")))
        .hasMessageContaining("no heading in English has a text below it in French");
    assertThatThrownBy(
            () ->
                HeadingCollectionReader.rotated(
                    data, "help-rotated", List.of(ENGLISH, Language.of("fr"))))
        .hasMessageContaining(
            "no section with a unique heading has a text in each of English, French");
  }
}
