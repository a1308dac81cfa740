// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.isogloss.core.IsoglossException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeasurementStoreTest {
  private static final Map<String, String> SETTINGS = Map.of("base", "mbert", "seed", "1");

  @TempDir Path folder;

  private static SystemMeasurements figures() {
    SortedMap<String, SortedMap<String, double[]>> values = new TreeMap<>();
    values.put(
        "tatoeba",
        new TreeMap<>(Map.of("deu-eng", new double[] {1, 0}, "tha-eng", new double[] {0})));
    SortedMap<String, SortedMap<String, Double>> figures = new TreeMap<>();
    figures.put("mining", new TreeMap<>(Map.of("deu-eng", 1.0 / 3, "rus-eng", 0.5)));
    return new SystemMeasurements(values, figures);
  }

  @Test
  void returnsStoredMeasurementsExactly() {
    MeasurementStore.open(folder, SETTINGS).save("both", figures());
    MeasurementStore again = MeasurementStore.open(folder, SETTINGS);
    assertThat(again.find("word")).isEmpty();
    SystemMeasurements found = again.find("both").orElseThrow();
    assertThat(found.partMeans("tatoeba"))
        .containsEntry("deu-eng", .5)
        .containsEntry("tha-eng", 0.0);
    assertThat(found.macroAverage("tatoeba")).isEqualTo(.25);
    assertThat(found.figures()).isEqualTo(figures().figures());
    assertThat(found.macroAverage("mining")).isCloseTo(5.0 / 12, within(1e-15));
    assertThat(found.queryValues("mining").get("mining")).containsExactly(1.0 / 3, .5);
    assertThatThrownBy(() -> found.macroAverage("bucc"))
        .hasMessageContaining("nothing was measured");
  }

  @Test
  void rejectsRowsOfOtherSettings() {
    MeasurementStore.open(folder, SETTINGS);
    assertThatThrownBy(() -> MeasurementStore.open(folder, Map.of("base", "mbert", "seed", "2")))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("seed = 1, this run has 2: use another work folder");
  }

  @Test
  void reportsDamagedRow() throws IOException {
    MeasurementStore rows = MeasurementStore.open(folder, SETTINGS);
    Files.writeString(folder.resolve("word.json"), "{");
    assertThatThrownBy(() -> rows.find("word"))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("delete it to measure again");
  }

  @Test
  void rejectsOrReadsDamagedFiles() throws IOException {
    MeasurementStore.open(folder, SETTINGS).save("both", figures());
    for (String name : List.of("both.json", "settings.json")) {
      Path file = folder.resolve(name);
      byte[] whole = Files.readAllBytes(file);
      for (int n = 0; n < 300; n++) {
        long seed = new Random().nextLong();
        Files.write(file, mutated(whole, new Random(seed)));
        try {
          MeasurementStore.open(folder, SETTINGS).find("both").ifPresent(MeasurementStoreTest::use);
        } catch (IsoglossException e) {
          assertThat(e).as("seed %d", seed).hasMessageStartingWith(file + ": ");
        } catch (RuntimeException | Error e) {
          throw new AssertionError("seed " + seed, e);
        }
      }
      Files.write(file, whole);
    }
  }

  private static byte[] mutated(byte[] whole, Random random) {
    String[] others = {"null", "[]", "{}", "-1", "1e999", "\"x\"", "true", "[".repeat(5000)};
    String text = new String(whole, StandardCharsets.UTF_8);
    int at = random.nextInt(text.length());
    return switch (random.nextInt(3)) {
      case 0 -> text.substring(0, at).getBytes(StandardCharsets.UTF_8);
      case 1 ->
          (text.substring(0, at)
                  + text.substring(at)
                      .replaceFirst(
                          "(?<=[:,\\[])[^,:\\[\\]}]+", others[random.nextInt(others.length)]))
              .getBytes(StandardCharsets.UTF_8);
      default -> {
        byte[] bytes = whole.clone();
        bytes[at] = (byte) random.nextInt();
        yield bytes;
      }
    };
  }

  private static void use(SystemMeasurements figures) {
    for (String benchmark : figures.values().keySet()) {
      figures.partMeans(benchmark);
      figures.queryValues(benchmark);
    }
    for (String benchmark : figures.figures().keySet()) {
      figures.partMeans(benchmark);
      figures.queryValues(benchmark);
    }
  }
}
