package org.isogloss.neural;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.isogloss.core.IsoglossException;
import org.isogloss.text.Tokenizer;

/** Reads the parallel text that a recipe names. */
final class CorpusReader {
  static final String BITEXT = "bitext";
  static final String DOCUMENTATION = "documentation";
  static final String PIVOT = "pivot";

  /** Word lists, whose origins end so; a kind of their own, as they are of lower quality. */
  static final String DICTIONARY = "dictionary";

  private final CorpusPlan plan;
  private final WordCorpusBuilder builder;

  private CorpusReader(CorpusPlan plan, Tokenizer tokenizer) {
    this.plan = plan;
    this.builder = new WordCorpusBuilder(tokenizer, plan.maxWords());
  }

  static WordCorpus read(CorpusPlan plan, Tokenizer tokenizer) {
    CorpusReader reader = new CorpusReader(plan, tokenizer);
    plan.bitext().ifPresent(reader::bitext);
    plan.documentation().ifPresent(reader::documentation);
    return reader.builder.build();
  }

  private void bitext(Path folder) {
    Map<Integer, Map<String, Integer>> byEnglish = new HashMap<>();
    for (Path file : files(folder, "en-")) {
      String language = file.getFileName().toString().replaceAll("^en-|\\.tsv\\.gz$", "");
      lines(
          file,
          line -> {
            String[] fields = line.split("\t", -1);
            if (plan.leaveOut().contains(fields[2])) {
              return;
            }
            int english = builder.sentence(fields[0]);
            int other = builder.sentence(fields[1]);
            String name = "en-" + language;
            if (isHeldOut(fields[0])) {
              builder.holdOut(BITEXT, name, english, other);
              return;
            }
            builder.train(fields[2].endsWith("_dict") ? DICTIONARY : BITEXT, name, english, other);
            if (plan.pivot()) {
              byEnglish
                  .computeIfAbsent(english, key -> new TreeMap<>())
                  .putIfAbsent(language, other);
            }
          });
    }
    byEnglish.values().forEach(this::pivot);
  }

  private void pivot(Map<String, Integer> translations) {
    List<String> languages = List.copyOf(translations.keySet());
    for (int i = 0; i < languages.size(); i++) {
      for (int j = i + 1; j < languages.size(); j++) {
        String a = languages.get(i);
        String b = languages.get(j);
        builder.train(PIVOT, a + '-' + b, translations.get(a), translations.get(b));
      }
    }
  }

  private void documentation(Path folder) {
    Map<String, Map<String, Integer>> byLanguage = new LinkedHashMap<>();
    Map<String, String> english = new HashMap<>();
    lines(
        folder.resolve("en.tsv.gz"),
        line -> {
          String[] fields = line.split("\t", -1);
          english.put(fields[0] + '\t' + fields[1], fields[3]);
        });
    for (Path file : files(folder, "")) {
      String language = file.getFileName().toString().replaceAll("\\.tsv\\.gz$", "");
      Map<String, Integer> paragraphs = new HashMap<>();
      lines(
          file,
          line -> {
            String[] fields = line.split("\t", -1);
            String key = fields[0] + '\t' + fields[1];
            String original = english.getOrDefault(key, "");
            boolean translated = language.equals("en") || !original.equals(fields[3]);
            if (translated && !isHeldOut(original)) {
              paragraphs.put(key, builder.sentence(fields[3]));
            }
          });
      byLanguage.put(language, paragraphs);
    }
    List<String> languages = List.copyOf(byLanguage.keySet());
    for (int i = 0; i < languages.size(); i++) {
      for (int j = i + 1; j < languages.size(); j++) {
        pairs(languages.get(i), languages.get(j), byLanguage);
      }
    }
  }

  private void pairs(String a, String b, Map<String, Map<String, Integer>> byLanguage) {
    Map<String, Integer> right = byLanguage.get(b);
    Set<Long> seen = new HashSet<>();
    byLanguage
        .get(a)
        .forEach(
            (key, sentence) -> {
              Integer other = right.get(key);
              if (other != null && seen.add((long) sentence << 32 | other)) {
                builder.train(DOCUMENTATION, a + '-' + b, sentence, other);
              }
            });
  }

  private boolean isHeldOut(String english) {
    return plan.heldOut() > 0
        && Math.floorMod(english.hashCode() * 0x9e3779b1, plan.heldOut()) == 0;
  }

  private static List<Path> files(Path folder, String prefix) {
    try (Stream<Path> listed = Files.list(folder)) {
      return listed
          .filter(file -> file.getFileName().toString().startsWith(prefix))
          .filter(file -> file.getFileName().toString().endsWith(".tsv.gz"))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new IsoglossException(folder + ": cannot be listed: " + e.getMessage(), e);
    }
  }

  private void lines(Path file, Consumer<String> consumer) {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(file), 1 << 16),
                StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        consumer.accept(line);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
