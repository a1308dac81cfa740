package org.isogloss.papers;

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

class FinishedRowsTest {
  private static final Map<String, String> SETTINGS = Map.of("base", "mbert", "seed", "1");

  @TempDir Path folder;

  private static RowFigures figures() {
    SortedMap<String, SortedMap<String, double[]>> values = new TreeMap<>();
    values.put(
        "tatoeba",
        new TreeMap<>(Map.of("deu-eng", new double[] {1, 0}, "tha-eng", new double[] {0})));
    SortedMap<String, SortedMap<String, Double>> figures = new TreeMap<>();
    figures.put("mining", new TreeMap<>(Map.of("deu-eng", 1.0 / 3, "rus-eng", 0.5)));
    return new RowFigures(values, figures);
  }

  @Test
  void whatIsKeptIsFoundAgainToTheBit() {
    FinishedRows.open(folder, SETTINGS).keep("both", figures());
    FinishedRows again = FinishedRows.open(folder, SETTINGS);
    assertThat(again.find("word")).isEmpty();
    RowFigures found = again.find("both").orElseThrow();
    assertThat(found.parts("tatoeba")).containsEntry("deu-eng", .5).containsEntry("tha-eng", 0.0);
    assertThat(found.average("tatoeba")).isEqualTo(.25);
    assertThat(found.figures()).isEqualTo(figures().figures());
    assertThat(found.average("mining")).isCloseTo(5.0 / 12, within(1e-15));
    assertThat(found.queries("mining").get("mining")).containsExactly(1.0 / 3, .5);
    assertThatThrownBy(() -> found.average("bucc")).hasMessageContaining("nothing was measured");
  }

  @Test
  void rowsOfOtherSettingsAreNotMixedIn() {
    FinishedRows.open(folder, SETTINGS);
    assertThatThrownBy(() -> FinishedRows.open(folder, Map.of("base", "mbert", "seed", "2")))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("seed = 1, this run has 2: give another folder (--work)");
  }

  @Test
  void aDamagedRowIsTold() throws IOException {
    FinishedRows rows = FinishedRows.open(folder, SETTINGS);
    Files.writeString(folder.resolve("word.json"), "{");
    assertThatThrownBy(() -> rows.find("word"))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("remove it, it is measured again");
  }

  @Test
  void damagedFilesAreRefusedOrHoldFigures() throws IOException {
    FinishedRows.open(folder, SETTINGS).keep("both", figures());
    for (String name : List.of("both.json", "settings.json")) {
      Path file = folder.resolve(name);
      byte[] whole = Files.readAllBytes(file);
      for (int n = 0; n < 300; n++) {
        long seed = new Random().nextLong();
        Files.write(file, mutated(whole, new Random(seed)));
        try {
          FinishedRows.open(folder, SETTINGS).find("both").ifPresent(FinishedRowsTest::use);
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

  private static void use(RowFigures figures) {
    for (String benchmark : figures.values().keySet()) {
      figures.parts(benchmark);
      figures.queries(benchmark);
    }
    for (String benchmark : figures.figures().keySet()) {
      figures.parts(benchmark);
      figures.queries(benchmark);
    }
  }
}
