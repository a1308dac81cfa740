package org.isogloss.neural;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.isogloss.core.IsoglossException;
import org.isogloss.text.Tokenizer;

/** Validation by finding translations: the mean over collections of the mean over languages. */
final class MateValidation implements Validation {
  private final StaticEncoderModel model;
  private final Map<String, List<MateSet>> collections = new TreeMap<>();

  MateValidation(StaticEncoderModel model) {
    this.model = model;
  }

  void add(String collection, MateSet set) {
    if (set.size() > 0) {
      collections.computeIfAbsent(collection, key -> new ArrayList<>()).add(set);
    }
  }

  /** Adds a folder of line by line translations of one text; English is searched. */
  void addSentences(String collection, Path folder, Tokenizer tokenizer) {
    List<String> english = lines(folder.resolve("eng.txt.gz"));
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.sorted().toList()) {
        String name = file.getFileName().toString();
        if (name.endsWith(".txt.gz") && !name.startsWith("eng.")) {
          List<String> other = lines(file);
          if (other.size() != english.size()) {
            throw new IsoglossException(
                file
                    + ": "
                    + other.size()
                    + " lines, but eng.txt.gz beside it has "
                    + english.size()
                    + "; expected line by line translations");
          }
          add(collection, MateSet.of(name.replace(".txt.gz", ""), english, other, tokenizer));
        }
      }
    } catch (IOException e) {
      throw new IsoglossException(folder + ": cannot be listed: " + e.getMessage(), e);
    }
  }

  private static List<String> lines(Path file) {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
      return reader.lines().toList();
    } catch (IOException e) {
      throw new IsoglossException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  boolean isEmpty() {
    return collections.isEmpty();
  }

  @Override
  public Outcome validate() {
    Map<String, Double> details = new TreeMap<>();
    double sum = 0;
    for (var collection : collections.entrySet()) {
      double inside = 0;
      for (MateSet set : collection.getValue()) {
        double accuracy = set.accuracy(model);
        details.put(collection.getKey() + '/' + set.name(), accuracy);
        inside += accuracy;
      }
      double mean = inside / collection.getValue().size();
      details.put(collection.getKey(), mean);
      sum += mean;
    }
    return new Outcome(sum / collections.size(), details);
  }
}
